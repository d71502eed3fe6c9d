// @ts-check
/**
 * Copies that leave the page, if the browser lets them.
 *
 * The system's clipboard is used where it may be; otherwise what was copied stays within the page, so that
 * copy and paste always work here.
 */

let kept = '';

/** @param {string} text */
export async function write(text) {
  kept = text;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed: the page's own copy has to do.
  }
}

/** What was copied last, as far as the page may know. @returns {Promise<string>} */
export async function read() {
  try {
    const permission = await navigator.permissions.query({ name: /** @type {PermissionName} */ ('clipboard-read') });
    if (permission.state === 'granted' || (permission.state === 'prompt' && kept === '')) {
      return (await navigator.clipboard.readText()) || kept;
    }
  } catch {
    // This browser does not say, or does not let us.
  }
  return kept;
}
