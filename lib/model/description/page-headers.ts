/** The headers of a page of a list, in lower case. */
export const PAGE_HEADERS: readonly string[] = ['x-wp-total', 'x-wp-totalpages', 'link'];

/** Those of `forRoot({ headers: 'neutral' })`. */
export const NEUTRAL_PAGE_HEADERS: readonly string[] = ['x-total-count', 'link'];
