//! A list of numbers, either built or part of the program: as bytes from the least significant one on, in which form
//! the build script writes them and any machine reads them.

use std::borrow::Cow;

/// A number of a list.
pub(crate) trait Number: Copy {
    /// Its bytes.
    type Bytes: Copy + std::fmt::Debug + PartialEq + Eq + AsRef<[u8]> + 'static;

    /// The number with these bytes.
    fn of(bytes: Self::Bytes) -> Self;

    /// The bytes of the number.
    fn bytes(self) -> Self::Bytes;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            type Bytes = [u8; size_of::<$type>()];

            #[inline]
            fn of(bytes: Self::Bytes) -> Self {
                <$type>::from_le_bytes(bytes)
            }

            #[inline]
            fn bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }
        }
    };
}

number!(u32);
number!(u64);

/// A list of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers<N: Number>(Cow<'static, [N::Bytes]>);

impl<N: Number> Numbers<N> {
    /// So many times this number.
    pub(crate) fn repeated(number: N, len: usize) -> Numbers<N> {
        Numbers(vec![number.bytes(); len].into())
    }

    /// A list that is part of the program.
    pub(crate) const fn shipped(bytes: &'static [N::Bytes]) -> Numbers<N> {
        Numbers(Cow::Borrowed(bytes))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// # Panics
    /// If there are not so many.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> N {
        N::of(self.0[place])
    }

    /// # Panics
    /// If there are not so many.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, number: N) {
        self.0.to_mut()[place] = number.bytes();
    }

    pub(crate) fn push(&mut self, number: N) {
        self.0.to_mut().push(number.bytes());
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.to_mut().shrink_to_fit();
    }

    /// The numbers from this place on.
    #[inline]
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = N> + Clone {
        self.0[place..].iter().map(|bytes| N::of(*bytes))
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<N: Number> FromIterator<N> for Numbers<N> {
    fn from_iter<I: IntoIterator<Item = N>>(numbers: I) -> Numbers<N> {
        Numbers(numbers.into_iter().map(N::bytes).collect())
    }
}
