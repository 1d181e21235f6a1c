//! Every page in a real browser: what all of them have to be, whatever they show.

mod accessible;
mod measures;
mod numbers;
mod pictures;
mod tour;

/// Asserts that every page of a part of the tour is light, accessible, and has one minus sign.
fn assert_pages(of: fn(tour::Visit<'_>)) {
    let axe = accessible::axe();
    let mut wrong = Vec::new();
    of(&mut |stop| {
        wrong.extend(measures::measured(&stop).too_much());
        wrong.extend(numbers::with_hyphens(&stop));
        // last, because its script changes what the page weighs
        wrong.extend(axe.iter().flat_map(|axe| accessible::violations_in_windows(&stop, axe)));
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_of_games_are_light_and_accessible() {
    assert_pages(tour::games);
}

#[test]
fn pages_of_tournaments_are_light_and_accessible() {
    assert_pages(tour::tournaments);
}

#[test]
fn pages_of_a_season_are_light_and_accessible() {
    assert_pages(tour::season);
}
