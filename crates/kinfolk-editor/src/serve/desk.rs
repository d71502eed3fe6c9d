//! One request, answered: which address is what.
//!
//! There are few kinds of addresses, compared as they are written: nothing is decoded and nothing
//! becomes a path on disk.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{
    ALLOW, CONNECTION, CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION, SET_COOKIE,
};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::{Semaphore, watch};

use crate::export::Export;
use crate::shown::Shown;

use super::guard::{Entry, Guard, Refusal};
use super::{files, headers, socket};

/// So many pages may be open at once.
const MOST_PAGES: usize = 32;

/// What it takes to answer; copies are the same desk.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    guard: Arc<Guard>,
    shown: Shown,
    seats: Arc<Semaphore>,
    /// Pictures to take away are drawn one after the other: each may take a hundred megabytes.
    easel: Arc<Semaphore>,
    closing: watch::Receiver<bool>,
}

impl Desk {
    /// Nobody has been here yet.
    pub(super) fn new(guard: Guard, shown: Shown, closing: watch::Receiver<bool>) -> Self {
        Self {
            guard: Arc::new(guard),
            shown,
            seats: Arc::new(Semaphore::new(MOST_PAGES)),
            easel: Arc::new(Semaphore::new(1)),
            closing,
        }
    }

    /// Which address is answered by whom; all of them behind the guard.
    pub(super) fn into_router(self) -> Router {
        Router::new()
            .route("/", get(index))
            .route("/web/{*name}", get(web))
            .route("/image/{opaque}", get(image))
            .route("/export/{kind}", get(picture))
            .route("/ws", get(page))
            .route("/favicon.ico", get(no_icon))
            .fallback(not_found)
            .layer(middleware::from_fn_with_state(self.clone(), guarded))
            .with_state(self)
    }
}

async fn guarded(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    let (method, uri, asked) = (request.method(), request.uri(), request.headers());
    let host = desk.guard.host(uri, asked).map(str::to_owned);
    let mut response = match desk.guard.admit(method, uri, asked) {
        Err(refusal) => refused(refusal),
        Ok(Entry::Token) => welcome(&desk.guard),
        Ok(Entry::Cookie) if method != Method::GET => not_allowed(),
        Ok(Entry::Cookie) => next.run(request).await,
    };
    headers::secure(response.headers_mut(), host.as_deref());
    response
}

/// The token becomes a cookie, and leaves the address bar.
fn welcome(guard: &Guard) -> Response {
    let headers = [(SET_COOKIE, guard.cookie()), (LOCATION, "/".to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

async fn index() -> Response {
    file("index.html")
}

async fn web(uri: Uri) -> Response {
    file(uri.path().strip_prefix("/web/").unwrap_or_default())
}

fn file(name: &str) -> Response {
    match files::find(name) {
        Some((bytes, kind)) => ([(CONTENT_TYPE, kind)], Body::from(bytes)).into_response(),
        None => said(StatusCode::NOT_FOUND, "There is no such file.\n"),
    }
}

async fn image(State(desk): State<Desk>, uri: Uri) -> Response {
    let opaque = uri.path().strip_prefix("/image/").unwrap_or_default();
    let opaque = opaque.to_owned();
    let shown = desk.shown;
    match tokio::task::spawn_blocking(move || shown.image(&opaque)).await {
        Ok(Some(png)) => ([(CONTENT_TYPE, "image/png")], png).into_response(),
        Ok(None) => said(StatusCode::NOT_FOUND, "There is no such image.\n"),
        Err(_) => broken(),
    }
}

/// A picture to take away; nothing that a browser would show by itself.
async fn picture(State(desk): State<Desk>, uri: Uri) -> Response {
    let kind = uri.path().strip_prefix("/export/").unwrap_or_default();
    let Some(export) = Export::read(kind, uri.query().unwrap_or_default()) else {
        return said(StatusCode::NOT_FOUND, "There is no such picture.\n");
    };
    let Ok(_easel) = desk.easel.acquire().await else {
        return said(StatusCode::SERVICE_UNAVAILABLE, "The editor is ending.\n");
    };
    let content_type = export.kind.content_type();
    let shown = desk.shown;
    match tokio::task::spawn_blocking(move || shown.export(&export)).await {
        Ok(Some(Ok(bytes))) => {
            let headers = [
                (CONTENT_TYPE, content_type),
                (CONTENT_DISPOSITION, "attachment"),
            ];
            (headers, bytes).into_response()
        }
        Ok(Some(Err(why))) => {
            let plain = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
            (StatusCode::UNPROCESSABLE_ENTITY, plain, why).into_response()
        }
        Ok(None) => said(StatusCode::NOT_FOUND, "There is no scene yet.\n"),
        Err(_) => broken(),
    }
}

async fn page(State(desk): State<Desk>, upgrade: WebSocketUpgrade) -> Response {
    match desk.seats.try_acquire_owned() {
        Ok(seat) => socket::bounded(upgrade).on_upgrade(async move |socket| {
            socket::talk(socket, desk.shown, desk.closing).await;
            drop(seat);
        }),
        Err(_) => said(
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many pages are open; close some.\n",
        ),
    }
}

/// Browsers ask for one, whatever a page says; being told that there is none is an error to them.
async fn no_icon() -> StatusCode {
    StatusCode::NO_CONTENT
}

async fn not_found() -> Response {
    said(StatusCode::NOT_FOUND, "There is nothing here.\n")
}

fn not_allowed() -> Response {
    let mut response = said(StatusCode::METHOD_NOT_ALLOWED, "Only GET is answered.\n");
    let headers = response.headers_mut();
    headers.insert(ALLOW, HeaderValue::from_static("GET"));
    headers.insert(CONNECTION, HeaderValue::from_static("close")); // what it sends is not read
    response
}

fn refused(refusal: Refusal) -> Response {
    let mut response = said(StatusCode::FORBIDDEN, refusal.why());
    let close = HeaderValue::from_static("close"); // nobody waits here for another try
    response.headers_mut().insert(CONNECTION, close);
    response
}

fn broken() -> Response {
    said(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Something is wrong with the editor.\n",
    )
}

fn said(status: StatusCode, words: &'static str) -> Response {
    let plain = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, plain, words).into_response()
}
