//! Where a gateway reports to.

use platform::App;

use super::model::PaymentMethod;

/// The address that a merchant enters in the gateway's own settings: `{platform}/hooks/{provider}/{endpoint}`. It holds no secret; who
/// calls it proves to be the gateway by a signature. The one place that knows its shape: the intake of callbacks has its endpoints by
/// provider, and that of a method is under the method's id.
#[must_use]
pub fn address(app: &App, method: &PaymentMethod) -> String {
    format!("{}/hooks/{}/{}", app.base.platform_url(), method.provider.as_str().to_ascii_lowercase(), method.id)
}
