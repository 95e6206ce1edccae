/** A security scheme of OpenAPI, by which callers identify themselves: `{ type: 'http', scheme: 'bearer' }`. */
export type SecurityScheme = Readonly<Record<string, unknown>> & { readonly type: string };

/** The ways in which callers identify themselves, by name. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;
