//! Objects: their place, their life, and their pages.

use super::cow::CowBox;
use super::page::{PAGE_BYTES, PAGE_SHIFT, Page};
use ir::{Contents, EdgeId, GlobalId, ProcedureId};
use rustc_hash::FxHashMap;

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Maker {
    Global(GlobalId),
    Procedure(ProcedureId),
    /// An [`ir::Op::Alloc`] of [`ir::Storage::Stack`].
    Stack,
    Heap,
    Internal,
}

/// Whether an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Status {
    /// It may be read and written.
    #[default]
    Live,
    /// It may be read.
    Constant,
    /// Its contents are defined nowhere.
    Undefined,
    /// It is a procedure.
    Code,
    /// It was freed.
    Freed,
    /// Its scope has ended.
    Ended,
}

/// An edge of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    pub(crate) procedure: ProcedureId,
    pub(crate) edge: EdgeId,
}

/// An object.
#[derive(Clone)]
pub(crate) struct Object {
    pub(crate) base: u64,
    pub(crate) size: u64,
    pub(crate) status: Status,
    pub(crate) maker: Maker,
    /// What is where nothing has been written.
    pub(crate) fresh: Contents,
    /// Whether it was written since the last freeze.
    written: bool,
    /// Where it was made: of a stack object the [`ir::Op::Alloc`], of a heap object the place in
    /// the user's code.
    pub(crate) made: Option<Site>,
    /// Where its life ended, in the user's code.
    pub(crate) ended: Option<Site>,
    pages: Pages,
}

/// The pages that were written.
#[derive(Clone, Default)]
enum Pages {
    #[default]
    None,
    /// The only one.
    One(CowBox<Page>),
    Dense(Vec<Option<CowBox<Page>>>),
    /// Of an object so large that it will not be filled.
    Sparse(FxHashMap<u64, CowBox<Page>>),
}

/// The largest number of pages that get a table: a table of 4 MB for an object of 1 GB.
const DENSE_PAGES: u64 = 1 << 18;

impl Default for Object {
    fn default() -> Object {
        Object::new(0, 0, Maker::Internal, Contents::Zero)
    }
}

impl Object {
    pub(crate) fn new(base: u64, size: u64, maker: Maker, fresh: Contents) -> Object {
        let (status, pages) = (Status::Live, Pages::None);
        Object {
            base,
            size,
            status,
            maker,
            fresh,
            written: false,
            made: None,
            ended: None,
            pages,
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        matches!(self.status, Status::Freed | Status::Ended)
    }

    /// The page that the offset is in, if it was ever written, and the place there. An offset
    /// outside of the object gives no page, or a place outside of it.
    #[inline]
    pub(crate) fn page(&self, offset: u64) -> Option<(&Page, usize)> {
        let (index, place) = (offset >> PAGE_SHIFT, (offset & (PAGE_BYTES - 1)) as usize);
        match &self.pages {
            Pages::One(page) => Some((page.get(), offset as usize)),
            Pages::Dense(pages) => Some((pages.get(index as usize)?.as_ref()?.get(), place)),
            Pages::Sparse(pages) => Some((pages.get(&index)?.get(), place)),
            Pages::None => None,
        }
    }

    /// As [`Object::page`], for writing, if it is not shared.
    #[inline]
    pub(crate) fn own_page(&mut self, offset: u64) -> Option<(&mut Page, usize)> {
        let (index, place) = (offset >> PAGE_SHIFT, (offset & (PAGE_BYTES - 1)) as usize);
        match &mut self.pages {
            Pages::One(page) => Some((page.get_mut()?, offset as usize)),
            Pages::Dense(pages) => {
                Some((pages.get_mut(index as usize)?.as_mut()?.get_mut()?, place))
            }
            Pages::Sparse(pages) => Some((pages.get_mut(&index)?.get_mut()?, place)),
            Pages::None => None,
        }
    }

    /// Makes the page that the offset is in writable. Gives the bytes that this costs: nothing, if
    /// the page was there.
    #[cold]
    pub(crate) fn touch(&mut self, offset: u64) -> u64 {
        self.written = true;
        let index = offset >> PAGE_SHIFT;
        let count = self.size.div_ceil(PAGE_BYTES);
        let fresh = self.page(offset).is_none().then(|| self.fresh_page(index));
        let cost = fresh.as_ref().map_or(0, Page::cost);
        if let Pages::None = self.pages {
            self.pages = match count {
                0 | 1 => Pages::One(CowBox::new(Page::default())),
                2..=DENSE_PAGES => Pages::Dense(vec![None; count as usize]),
                _ => Pages::Sparse(FxHashMap::default()),
            };
        }
        let page = match &mut self.pages {
            Pages::None => return 0,
            Pages::One(page) => page,
            Pages::Dense(pages) => match pages.get_mut(index as usize) {
                Some(page) => page.get_or_insert_with(CowBox::default),
                None => return 0,
            },
            Pages::Sparse(pages) => pages.entry(index).or_default(),
        };
        match fresh {
            Some(fresh) => *page = CowBox::new(fresh),
            None => page.own(),
        }
        cost
    }

    fn fresh_page(&self, index: u64) -> Page {
        let start = index << PAGE_SHIFT;
        let len = self.size.saturating_sub(start).min(PAGE_BYTES) as usize;
        match self.fresh {
            Contents::Zero => Page::zeroed(len),
            Contents::Uninitialised => Page::uninitialised(len),
        }
    }

    /// The pages that were written, with the offset of each.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Page> {
        let one = match &self.pages {
            Pages::One(page) => Some(page),
            _ => None,
        };
        let dense = match &self.pages {
            Pages::Dense(pages) => pages.as_slice(),
            _ => &[],
        };
        let sparse = match &self.pages {
            Pages::Sparse(pages) => Some(pages),
            _ => None,
        };
        one.into_iter()
            .chain(dense.iter().flatten())
            .chain(sparse.into_iter().flat_map(FxHashMap::values))
            .map(CowBox::get)
    }

    /// Forgets the contents. Gives the bytes that this saves.
    pub(crate) fn drop_pages(&mut self) -> u64 {
        match std::mem::take(&mut self.pages) {
            Pages::None => 0,
            Pages::One(page) => page.get().cost(),
            Pages::Dense(pages) => pages.iter().flatten().map(|page| page.get().cost()).sum(),
            Pages::Sparse(pages) => pages.values().map(|page| page.get().cost()).sum(),
        }
    }

    /// Lets snapshots share the pages.
    pub(crate) fn freeze(&mut self) {
        if !std::mem::take(&mut self.written) {
            return;
        }
        match &mut self.pages {
            Pages::None => {}
            Pages::One(page) => page.freeze(),
            Pages::Dense(pages) => pages.iter_mut().flatten().for_each(CowBox::freeze),
            Pages::Sparse(pages) => pages.values_mut().for_each(CowBox::freeze),
        }
    }
}
