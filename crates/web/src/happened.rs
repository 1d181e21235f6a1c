//! Events at a table with human players, as they are recorded: enough to repeat the game.

use serde::{Deserialize, Serialize};

/// An event, one line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Happened {
    /// A person has moved; the turn may have to wait for others.
    Said(Done),
    /// A turn was taken: what each seat asked did, in seat order.
    Turn(Vec<Done>),
    /// The game is over, with these points, seat 0 first.
    Over(Vec<i32>),
    /// A person has given a name.
    Named(Named),
    /// A computer plays a person's seat from now on.
    Replaced(StandIn),
    /// The person of this seat has taken it back.
    Returned(u8),
    /// The person of this seat has given the game up, which ends it.
    Resigned(u8),
}

/// The name of the person in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    pub(crate) seat: u8,
    pub(crate) name: String,
}

/// The computer player that plays a person's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandIn {
    pub(crate) seat: u8,
    pub(crate) player: String,
}

/// What a seat did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Done {
    pub(crate) seat: u8,
    /// The move that counted.
    #[serde(rename = "move")]
    pub(crate) choice: String,
    /// The name of the fault that the move replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
}

/// A game whose events are recorded.
pub(crate) trait Course {
    /// The events since the last call.
    fn news(&mut self) -> Vec<Happened>;

    /// Prepares an event to be repeated: a person's move is made, a person is replaced, returns or resigns; for a
    /// turn, the next step repeats what is recorded without asking any player.
    ///
    /// # Errors
    /// Why the event is not possible at this point.
    fn prepare(&mut self, happened: &Happened) -> Result<(), String>;

    /// Whether the last step was the one prepared.
    ///
    /// # Errors
    /// What was done instead.
    fn confirm(&mut self) -> Result<(), String>;
}

#[cfg(test)]
mod tests {
    use super::{Done, Happened, Named, StandIn};

    #[test]
    fn lines_read_back_and_nothing_else_does() {
        let done = |seat, choice: &str, fault: Option<&str>| Done {
            seat,
            choice: choice.to_owned(),
            fault: fault.map(str::to_owned),
        };
        let turn = vec![done(0, "bid 3", None), done(1, "bid 0", Some("late"))];
        for (happened, line) in [
            (Happened::Said(done(2, "word OX", None)), r#"{"said":{"seat":2,"move":"word OX"}}"#),
            (
                Happened::Turn(turn),
                r#"{"turn":[{"seat":0,"move":"bid 3"},{"seat":1,"move":"bid 0","fault":"late"}]}"#,
            ),
            (Happened::Over(vec![120, -3]), r#"{"over":[120,-3]}"#),
            (
                Happened::Named(Named { seat: 1, name: "Zoë".to_owned() }),
                r#"{"named":{"seat":1,"name":"Zoë"}}"#,
            ),
            (
                Happened::Replaced(StandIn { seat: 1, player: "greedy".to_owned() }),
                r#"{"replaced":{"seat":1,"player":"greedy"}}"#,
            ),
            (Happened::Returned(1), r#"{"returned":1}"#),
            (Happened::Resigned(0), r#"{"resigned":0}"#),
        ] {
            assert_eq!(serde_json::to_string(&happened).unwrap(), line);
            assert_eq!(serde_json::from_str::<Happened>(line).unwrap(), happened);
        }
        for bad in ["{}", "{\"said\":{\"seat\":0}}", "{\"left\":[]}", "{\"over\":[1],\"x\":1}"] {
            assert!(serde_json::from_str::<Happened>(bad).is_err(), "{bad}");
        }
    }
}
