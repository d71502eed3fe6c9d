//! The page comes up, and the secret goes.

use crate::page::on_a_page;

const SCENE: &str = r#"{
  // Two of a kind.
  "entities": [
    { "id": "ship", "children": [{ "name": "turret" }] },
  ],
}
"#;

#[test]
fn the_page_loads_and_the_token_leaves_the_address_bar() {
    on_a_page(SCENE, async |page| {
        assert_eq!(page.js("location.search").await, "");
        assert_eq!(page.js("location.pathname").await, "/");
        assert_eq!(page.js("document.cookie").await, "", "no script sees it");
    });
}

#[test]
fn a_reload_needs_no_token() {
    on_a_page(SCENE, async |page| {
        page.browser.refresh().await.unwrap();

        page.is_ready().await;
    });
}

#[test]
fn a_socket_to_the_server_is_allowed_and_one_to_elsewhere_is_not() {
    on_a_page(SCENE, async |page| {
        let ends = async |url: &str| {
            let script = format!(
                "const done = arguments[0];
                 try {{
                   const socket = new WebSocket({url});
                   socket.onopen = () => done('open');
                   socket.onerror = () => done('refused');
                 }} catch (error) {{ done('refused'); }}"
            );
            page.browser.execute_async(&script, vec![]).await.unwrap()
        };

        assert_eq!(ends("`ws://${location.host}/ws`").await, "open");
        assert_eq!(page.complaints().await, [""; 0]);
        assert_eq!(ends("'ws://127.0.0.1:9/ws'").await, "refused");
        assert!(!page.complaints().await.is_empty(), "the policy says so");
    });
}

#[test]
fn nothing_that_a_text_could_smuggle_in_is_run() {
    on_a_page(SCENE, async |page| {
        for attempt in [
            "document.body.innerHTML = '<img src=x onerror=\"window.owned = 1\">'",
            "document.body.appendChild(document.createElement('script')).text = 'window.owned = 1'",
            "setTimeout('window.owned = 1', 0)",
            "document.body.setAttribute('onclick', 'window.owned = 1')",
            "document.write('<script>window.owned = 1</script>')",
        ] {
            let script = format!("try {{ {attempt}; }} catch {{}}");
            page.browser.execute(&script, vec![]).await.unwrap();
        }
        page.browser
            .execute("document.body.click()", vec![])
            .await
            .unwrap();

        assert_eq!(
            page.js("window.owned ?? null").await,
            serde_json::Value::Null
        );
        assert!(!page.complaints().await.is_empty(), "the policy says so");
    });
}

#[test]
fn another_site_gets_nothing() {
    on_a_page(SCENE, async |page| {
        let secret = page.url.clone();
        let address = secret.split("/?").next().unwrap();
        page.browser
            .goto("data:text/html,<title>evil</title>")
            .await
            .unwrap();
        let script = format!(
            "const done = arguments[0];
             fetch('{address}/', {{ credentials: 'include' }})
               .then(answer => done('read ' + answer.status), () => done('refused'));"
        );
        let fetched = page.browser.execute_async(&script, vec![]).await.unwrap();
        let script = format!(
            "const done = arguments[0];
             const socket = new WebSocket('{}/ws');
             socket.onopen = () => done('open');
             socket.onerror = () => done('refused');",
            address.replace("http:", "ws:")
        );
        let opened = page.browser.execute_async(&script, vec![]).await.unwrap();

        assert_eq!(fetched, "refused");
        assert_eq!(opened, "refused");
        page.complaints().await; // of the other site
    });
}
