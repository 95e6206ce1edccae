/** Headers of a response, names in lower case; several values make several lines. */
export type ResponseHeaders = Record<string, string | string[]>;
