// @ts-check
/**
 * Which rows of a long list are in the document.
 *
 * Only those that can be seen and some above and below, never more than `MOST`. Rows that stay keep their
 * element; elements of rows that went out of sight are used again.
 */

/** More row elements than this are never in the document. */
export const MOST = 100;

/**
 * The rows to show, from `first` up to but without `end`.
 * @param {number} length of the list @param {number} rowHeight @param {number} top how far it is scrolled
 * @param {number} height of what can be seen @param {number} [overscan] how many more above and below
 */
export function visibleRows(length, rowHeight, top, height, overscan = 8) {
  const seen = Math.ceil(height / rowHeight) + 1;
  const extra = Math.max(0, Math.min(overscan, Math.floor((MOST - seen) / 2)));
  const start = Math.max(0, Math.min(Math.floor(top / rowHeight), length - seen));
  const first = Math.max(0, start - extra);
  const end = Math.min(length, start + Math.min(seen, MOST) + extra);
  return { first, end };
}

/**
 * Which element shows which row: as many as possible stay where they are.
 * @param {readonly number[]} held the row of each element, -1 for none
 * @param {number} first @param {number} end
 * @returns {number[]} the row of each element from now on; longer than `held` if there must be more elements
 */
export function assignRows(held, first, end) {
  const rows = held.map((row) => (row >= first && row < end ? row : -1));
  const taken = new Set(rows);
  let free = 0;
  for (let row = first; row < end; row += 1) {
    if (taken.has(row)) continue;
    while (free < rows.length && rows[free] !== -1) free += 1;
    rows[free] = row;
  }
  return rows;
}

/**
 * How far to scroll so that a row can be seen; `top` if it can be already.
 * @param {number} row @param {number} rowHeight @param {number} top @param {number} height
 */
export function scrollTo(row, rowHeight, top, height) {
  const y = row * rowHeight;
  if (y < top) return y;
  if (y + rowHeight > top + height) return Math.max(0, y + rowHeight - height);
  return top;
}
