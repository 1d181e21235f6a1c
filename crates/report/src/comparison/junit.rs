//! A comparison as a test report.

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::ComparisonReport;

impl ComparisonReport {
    /// A test report: a case for each candidate, which fails unless its verdict passes.
    ///
    /// # Errors
    /// When the report cannot be written as XML.
    pub fn junit(&self) -> Result<String, SerializeError> {
        let mut report = Report::new("lettergame compare");
        let mut suite = TestSuite::new(self.title());
        for finding in &self.comparison.findings {
            let mut status = match finding.verdict.passes() {
                Some(true) => TestCaseStatus::success(),
                Some(false) => TestCaseStatus::non_success(NonSuccessKind::Failure),
                None => TestCaseStatus::non_success(NonSuccessKind::Error),
            };
            let said = self.sentence(finding, false);
            if finding.verdict.passes() != Some(true) {
                status.set_message(said.clone()).set_type(finding.verdict.name());
            }
            let name = format!("{} against {}", finding.candidate, self.comparison.baseline);
            let mut case = TestCase::new(name, status);
            case.set_classname("lettergame.compare");
            case.set_system_out(format!("{said}\n{}", self.conditions));
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
        report.to_string()
    }
}
