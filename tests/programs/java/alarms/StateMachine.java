// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The flag stays when the door is unlocked. */
class StateMachine {
    enum State { OPEN, CLOSED, LOCKED }

    public static void main(String[] args) {
        State state = State.OPEN;
        boolean isLocked = false;
        while (Verifier.nondetBoolean()) {
            switch (state) {
                case OPEN -> state = State.CLOSED;
                case CLOSED -> {
                    isLocked = Verifier.nondetBoolean();
                    state = isLocked ? State.LOCKED : State.OPEN;
                }
                default -> {
                    state = State.CLOSED;
                }
            }
            assert isLocked == (state == State.LOCKED); // expect: refuted assert
        }
    }
}
