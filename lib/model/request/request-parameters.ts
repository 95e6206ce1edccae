/** Parameters by name, without a prototype. A nested value is a text, a list, or such an object. */
export type Parameters = Readonly<Record<string, unknown>>;
