//! `--shard`: a part of a tournament, named outright or by the array of jobs that it is a task of.

use std::env;

use lettergame_plan::Shard;

/// Where arrays of jobs say which task this is, from 0: Slurm, Kubernetes (indexed Jobs), AWS Batch.
const INDEX: [&str; 3] =
    ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"];

/// `2/8`, or `array/8` for the part that the environment says.
///
/// # Errors
/// Neither of them, or an environment that does not say which task of 0 to N-1 this is.
pub(super) fn read(text: &str) -> Result<Shard, String> {
    within(text, |name| env::var(name).ok())
}

fn within(text: &str, look_up: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let Some(count) = text.strip_prefix("array/") else {
        return text
            .parse::<Shard>()
            .map_err(|error| format!("{error}, or array/N for the index of a job array's task"));
    };
    let found: Vec<(&str, String)> =
        INDEX.iter().filter_map(|name| Some((*name, look_up(name)?))).collect();
    let Some((name, value)) = found.first() else {
        let names = INDEX.join(", ");
        return Err(format!(
            "`{text}` is for tasks of a job array: none of {names} is set; write I/N"
        ));
    };
    if let Some((other, differs)) = found.iter().find(|(_, index)| index != value) {
        return Err(format!(
            "{name} is {value} and {other} is {differs}; unset one of them, or write I/N"
        ));
    }
    let index: Option<u64> = value.parse().ok();
    let shard = index.and_then(|index| format!("{}/{count}", index.checked_add(1)?).parse().ok());
    shard.ok_or_else(|| {
        format!(
            "{name} is `{value}`: no task of `{text}`, whose array counts from 0 to {count} less 1"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn an_array_task_is_the_shard_of_its_index() {
        let none = |_: &str| None;
        assert_eq!(within("2/8", none).unwrap().to_string(), "2/8");
        for variable in super::INDEX {
            let set = |name: &str| (name == variable).then(|| "3".to_owned());
            assert_eq!(within("array/8", set).unwrap().to_string(), "4/8");
        }
        let last = |name: &str| (name == "SLURM_ARRAY_TASK_ID").then(|| "7".to_owned());
        assert_eq!(within("array/8", last).unwrap().to_string(), "8/8");
    }

    #[test]
    fn an_invalid_shard_is_refused() {
        let set = |value: &'static str| {
            move |name: &str| (name == "JOB_COMPLETION_INDEX").then(|| value.to_owned())
        };
        for (text, value) in [
            ("array/8", "8"),
            ("array/8", "-1"),
            ("array/8", "x"),
            ("array/x", "1"),
            ("array/0", "0"),
            ("array/", "0"),
            ("array/8", "18446744073709551615"),
        ] {
            let refused = within(text, set(value)).unwrap_err();
            assert!(
                refused.contains("JOB_COMPLETION_INDEX") && refused.contains(value),
                "{refused}"
            );
        }
        let unset = within("array/8", |_| None).unwrap_err();
        assert!(unset.contains("SLURM_ARRAY_TASK_ID") && unset.contains("I/N"), "{unset}");
        let two = |name: &str| match name {
            "SLURM_ARRAY_TASK_ID" => Some("1".to_owned()),
            "JOB_COMPLETION_INDEX" => Some("2".to_owned()),
            _ => None,
        };
        assert!(within("array/8", two).unwrap_err().contains("unset one"));
        assert!(within("three", |_| None).unwrap_err().contains("array/N"));
    }
}
