//! What starting a compiled Java class needs: its name, its superclass, whether it has a `main`.

use noak::AccessFlags;
use noak::error::DecodeError;
use noak::reader::{Class, cpool, cpool::Index};

/// A compiled class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClassFile {
    /// With the package, separated by slashes.
    pub(super) name: String,
    /// The class that it extends, likewise.
    pub(super) superclass: String,
    /// The interfaces that it implements, likewise.
    pub(super) interfaces: Vec<String>,
    /// Whether it can be started.
    pub(super) has_main: bool,
}

impl ClassFile {
    /// Reads a class; an error if it is none, or damaged.
    pub(super) fn read(bytes: &[u8]) -> Result<ClassFile, DecodeError> {
        let class = Class::new(bytes)?;
        let pool = class.pool();
        let name_of = |class: Index<cpool::Class<'_>>| -> Result<String, DecodeError> {
            Ok(pool.retrieve(class)?.name.display().to_string())
        };
        let mut has_main = false;
        for method in class.methods() {
            let method = method?;
            let name = pool.retrieve(method.name())?.as_bytes();
            let descriptor = pool.retrieve(method.descriptor())?.as_bytes();
            has_main |= method.access_flags().contains(AccessFlags::PUBLIC | AccessFlags::STATIC)
                && (name, descriptor) == (b"main", b"([Ljava/lang/String;)V");
        }
        let interfaces = class.interfaces().into_iter().map(|interface| name_of(interface?));
        Ok(ClassFile {
            name: name_of(class.this_class())?,
            superclass: class.super_class().map(name_of).transpose()?.unwrap_or_default(),
            interfaces: interfaces.collect::<Result<_, _>>()?,
            has_main,
        })
    }
}
