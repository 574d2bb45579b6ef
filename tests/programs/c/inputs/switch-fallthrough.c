// A forgotten break charges express parcels for both services.
// entry: price
// sanitizer: assert
// fails-with: call price('e', 1)
#include <assert.h>

int price(char service, int weight)
{
    if (weight < 1 || weight > 30)
        return 0;
    int total = 2 * weight;
    switch (service) {
    case 'e':
        total += 10;
    case 's':
        total += 3;
        break;
    default:
        total += 1;
    }
    if (service == 'e')
        assert(total == 2 * weight + 10); // expect: refuted assert
    return total;
}
