//! Reads from a compiled Java class what starting it needs: its name, its superclass, whether it has a `main`.

/// Access flags of `public static`.
const PUBLIC_STATIC: u16 = 0x0001 | 0x0008;

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
    /// Reads a class; `None` if it is none, or damaged.
    pub(super) fn read(bytes: &[u8]) -> Option<ClassFile> {
        let mut rest = Rest(bytes);
        if rest.take(4)? != [0xca, 0xfe, 0xba, 0xbe] {
            return None;
        }
        rest.take(4)?;
        let constants = constants(&mut rest)?;
        rest.u16()?;
        let [class, superclass] = [rest.u16()?, rest.u16()?];
        let name_of = |class: u16| match constants.get(usize::from(class))? {
            Constant::Class(name) => text(&constants, *name),
            _ => None,
        };
        let interfaces: Option<Vec<String>> =
            (0..rest.u16()?).map(|_| name_of(rest.u16()?)).collect();
        members(&mut rest, |_, _, _| ())?;
        let mut has_main = false;
        members(&mut rest, |flags, name, kind| {
            has_main |= flags & PUBLIC_STATIC == PUBLIC_STATIC
                && text(&constants, name).is_some_and(|name| name == "main")
                && text(&constants, kind).is_some_and(|kind| kind == "([Ljava/lang/String;)V");
        })?;
        let superclass = if superclass == 0 { String::new() } else { name_of(superclass)? };
        Some(ClassFile { name: name_of(class)?, superclass, interfaces: interfaces?, has_main })
    }
}

enum Constant<'a> {
    Text(&'a [u8]),
    Class(u16),
    Other,
}

fn text(constants: &[Constant<'_>], at: u16) -> Option<String> {
    match constants.get(usize::from(at))? {
        Constant::Text(bytes) => str::from_utf8(bytes).ok().map(str::to_owned),
        _ => None,
    }
}

fn constants<'a>(rest: &mut Rest<'a>) -> Option<Vec<Constant<'a>>> {
    let count = usize::from(rest.u16()?);
    let mut constants = vec![Constant::Other];
    while constants.len() < count {
        let tag = rest.take(1)?[0];
        let constant = match tag {
            1 => {
                let length = rest.u16()?;
                Constant::Text(rest.take(usize::from(length))?)
            }
            7 => Constant::Class(rest.u16()?),
            8 | 16 | 19 | 20 => rest.take(2).map(|_| Constant::Other)?,
            15 => rest.take(3).map(|_| Constant::Other)?,
            3 | 4 | 9..=12 | 17 | 18 => rest.take(4).map(|_| Constant::Other)?,
            // long and double count twice
            5 | 6 => {
                constants.push(Constant::Other);
                rest.take(8).map(|_| Constant::Other)?
            }
            _ => return None,
        };
        constants.push(constant);
    }
    Some(constants)
}

/// Passes over fields or methods: their flags, and where their names and types are.
fn members(rest: &mut Rest<'_>, mut see: impl FnMut(u16, u16, u16)) -> Option<()> {
    for _ in 0..rest.u16()? {
        let [flags, name, kind, attributes] = [rest.u16()?, rest.u16()?, rest.u16()?, rest.u16()?];
        see(flags, name, kind);
        for _ in 0..attributes {
            rest.take(2)?;
            let length = u32::from(rest.u16()?) << 16 | u32::from(rest.u16()?);
            rest.take(length as usize)?;
        }
    }
    Some(())
}

/// The bytes that have not been read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes([bytes[0], bytes[1]]))
    }
}
