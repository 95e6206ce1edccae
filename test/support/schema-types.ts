import type { ParamSchema, RouteDescription, StandardSchema } from 'nestjs-rest-routes';

/** The types of schemas, as public types have them. */
export type ArgumentSchema = RouteDescription['arguments'][number]['schema'];
export type ValueSchema = NonNullable<ArgumentSchema['items']>;
export type DataSchema = Exclude<ParamSchema, StandardSchema>;
export type JsonValue = Exclude<ArgumentSchema['default'], undefined>;
export type EnumValue = string | number;
