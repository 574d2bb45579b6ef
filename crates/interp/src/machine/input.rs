//! What the environment gives.

use super::{Ended, Machine, STEPS_BETWEEN_POLLS};
use crate::code::Reg;
use crate::environment::InputRequest;
use crate::memory::Mode;
use crate::outcome::{InputPoint, Outcome};
use crate::value::{Pointer, Provenance, Value};
use ir::{Contents, LocalId, Scalar, Source, Storage, TypeId, Width};

impl Machine<'_> {
    pub(super) fn input(
        &mut self,
        dest: LocalId,
        ty: TypeId,
        source: &Source,
        name: Reg,
        index: Reg,
    ) -> Result<(), Ended> {
        let dynamic_name = self.dynamic_name(source, name)?;
        let scalar = self.procedure()[dest].scalar;
        let bits = self.ask(InputRequest {
            kind: source.kind,
            name: &source.name,
            dynamic_name: dynamic_name.as_deref(),
            index: source.index.as_ref().map(|_| self.register(index)),
            scalar,
            ty,
            span: self.user_span(),
        })?;
        let value = match scalar {
            Scalar::Int(width) => Value::Bits(width.truncate(bits)),
            Scalar::Float(_) => Value::Bits(bits),
            Scalar::Pointer => {
                let address = bits as u64;
                let provenance = Provenance::from_bits(self.state.memory.find(address));
                Value::Pointer(Pointer {
                    address,
                    provenance,
                })
            }
        };
        self.set_local(dest, value);
        Ok(())
    }

    /// The object is made when all bytes are there: until then the state is as it was before.
    pub(super) fn input_string(
        &mut self,
        dest: LocalId,
        ty: TypeId,
        source: &Source,
        name: Reg,
    ) -> Result<(), Ended> {
        let mut bytes = self.ask_for_string(ty, source, name)?;
        bytes.push(0);
        let size = bytes.len() as u64;
        let pointer = self.make_object(size, 1, Storage::Internal, Contents::Uninitialised)?;
        let provenance = pointer.provenance.to_bits();
        self.state
            .memory
            .write_all(pointer.address, provenance, &bytes);
        self.set_local(dest, Value::Pointer(pointer));
        Ok(())
    }

    /// The bytes of a string, without the terminating zero.
    fn ask_for_string(&mut self, ty: TypeId, source: &Source, name: Reg) -> Result<Vec<u8>, Ended> {
        let dynamic_name = self.dynamic_name(source, name)?;
        let span = self.user_span();
        let mut bytes = Vec::new();
        loop {
            let index = bytes.len() as u64;
            let bits = self.ask(InputRequest {
                kind: source.kind,
                name: &source.name,
                dynamic_name: dynamic_name.as_deref(),
                index: Some(index),
                scalar: Scalar::Int(Width::W32),
                ty,
                span,
            })?;
            match bits as i32 {
                -1 => return Ok(bytes),
                byte @ 1..=255 => bytes.push(byte as u8),
                _ => return Err(Box::new(Outcome::AssumptionFailed(self.position()))),
            }
            // No string of a real environment is as long: this one may have no end.
            if index % STEPS_BETWEEN_POLLS == STEPS_BETWEEN_POLLS - 1 {
                self.poll()?;
                self.check_memory(index)?;
            }
        }
    }

    fn ask(&mut self, request: InputRequest<'_>) -> Result<u128, Ended> {
        self.environment.input(&request).ok_or_else(|| {
            Box::new(Outcome::OutOfInputs(Box::new(InputPoint {
                kind: request.kind,
                name: request.name.into(),
                position: self.position(),
            })))
        })
    }

    /// The name that was computed, if the source has one.
    fn dynamic_name(&mut self, source: &Source, name: Reg) -> Result<Option<Vec<u8>>, Ended> {
        match source.dynamic_name {
            Some(_) => self.string(name).map(Some),
            None => Ok(None),
        }
    }

    /// The string at an address.
    fn string(&mut self, register: Reg) -> Result<Vec<u8>, Ended> {
        let pointer = self.pointer(register);
        let object = pointer.provenance.to_bits();
        match self.state.memory.string(pointer.address, object) {
            Some(string) => Ok(string),
            None => {
                self.access_range(pointer, 1, Mode::Read)?;
                Err(self.unsupported("a name that is not a string"))
            }
        }
    }
}
