//! The Python package of the tournament runner: this crate translates, the crate `lettergame` plays.
//!
//! `lettergame/*.py` is the public interface; it calls this module, `lettergame._core`. Long work releases
//! the GIL ([`attended`]), tables are exported by the C interface of Arrow ([`row_table`]), and Python
//! classes are in-process players of the crate ([`class_player`]).

mod attended;
mod class_player;
mod comparing;
mod failure;
mod games;
mod lexicon;
mod marrakech;
mod options;
mod raw_config;
mod replay;
mod row_iterator;
mod row_table;
mod rows;
mod run_config;
mod scrabble;
mod stages;
mod tables;

use pyo3::prelude::*;

/// Python objects are aligned to 16 bytes at most: values with a larger alignment must be boxed.
const _: () = {
    assert!(align_of::<row_table::RowTable>() <= 16);
    assert!(align_of::<row_iterator::RowIterator>() <= 16);
    assert!(align_of::<comparing::Comparison>() <= 16);
    assert!(align_of::<lexicon::Lexicon>() <= 16);
    assert!(align_of::<lexicon::WordSearch>() <= 16);
    assert!(align_of::<rows::Rows>() <= 16);
    assert!(align_of::<run_config::Config>() <= 16);
    assert!(align_of::<stages::Stages>() <= 16);
    assert!(align_of::<tables::Tables>() <= 16);
};

/// The functions and classes used by the files of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LettergameError", module.py().get_type::<failure::LettergameError>())?;
    module.add_class::<row_table::RowTable>()?;
    module.add_class::<row_iterator::RowIterator>()?;
    module.add_class::<comparing::Comparison>()?;
    module.add_class::<lexicon::Lexicon>()?;
    module.add_class::<lexicon::WordSearch>()?;
    module.add_class::<rows::Rows>()?;
    module.add_class::<run_config::Config>()?;
    module.add_class::<stages::Stages>()?;
    module.add_class::<tables::Tables>()?;
    module.add_function(wrap_pyfunction!(comparing::compare, module)?)?;
    module.add_function(wrap_pyfunction!(comparing::compare_runs, module)?)?;
    module.add_function(wrap_pyfunction!(lexicon::letter_values, module)?)?;
    module.add_function(wrap_pyfunction!(marrakech::marrakech_query, module)?)?;
    module.add_function(wrap_pyfunction!(marrakech::marrakech_eval, module)?)?;
    module.add_function(wrap_pyfunction!(marrakech::marrakech_view, module)?)?;
    module.add_function(wrap_pyfunction!(marrakech::marrakech_svg, module)?)?;
    module.add_function(wrap_pyfunction!(marrakech::marrakech_roll, module)?)?;
    module.add_function(wrap_pyfunction!(games::players, module)?)?;
    module.add_function(wrap_pyfunction!(games::schema, module)?)?;
    module.add_function(wrap_pyfunction!(options::config_keys, module)?)?;
    module.add_function(wrap_pyfunction!(options::rule_keys, module)?)?;
    module.add_function(wrap_pyfunction!(options::compare_keys, module)?)?;
    module.add_function(wrap_pyfunction!(replay::replay, module)?)?;
    module.add_function(wrap_pyfunction!(run_config::resume, module)?)?;
    module.add_function(wrap_pyfunction!(run_config::write_sealed, module)?)?;
    module.add_function(wrap_pyfunction!(scrabble::scrabble_plays, module)?)?;
    module.add_function(wrap_pyfunction!(scrabble::scrabble_view, module)?)?;
    Ok(())
}
