/** The parameters of WordPress that every route may have. */
export const GLOBAL_PARAMETERS = ['_fields', '_embed', '_envelope'] as const;

/** The name of a parameter that every route may have. */
export type GlobalParameter = (typeof GLOBAL_PARAMETERS)[number];
