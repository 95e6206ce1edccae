/**
 * An OpenAPI 3.1 document, with the parts that this library writes. Its lists are not `readonly`, because
 * `SwaggerModule.setup` of `@nestjs/swagger` accepts no readonly lists.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: OpenApiInfo;
  readonly servers: OpenApiServer[];
  readonly tags: { readonly name: string; readonly description?: string }[];
  /** The operations of each path by method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly requestBodies?: Readonly<Record<string, RequestBody>>;
    /** `securitySchemes`: an application may state schemes that the types of `@nestjs/swagger` do not know. */
    readonly [section: string]: Readonly<Record<string, unknown>> | undefined;
  };
}

/** The title of an API and facts about it: `{ title: 'Shop', version: '1.2.0' }`. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** A server of an API: `{ url: 'https://example.com' }`. */
export interface OpenApiServer {
  readonly url: string;
  readonly description?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly deprecated?: true;
  readonly security: Readonly<Record<string, string[]>>[];
  readonly parameters?: Parameter[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** Requests of the operation may be part of a batch: `POST /batch/v1`. */
  readonly 'x-allow-batch'?: { readonly v1: true };
}

/** An operation whose request body is in place. */
export interface WholeOperation extends Operation {
  readonly requestBody?: RequestBody;
}

export interface Parameter extends Pick<Encoding, 'style' | 'explode'> {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: true;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: JsonSchema;
  /** How a form writes its fields, by name. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
  readonly example?: unknown;
}

/** The media types of a file, or how a list or an object is written. */
export interface Encoding {
  readonly contentType?: string;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ResponseHeader>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface ResponseHeader {
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Reference {
  readonly $ref: string;
}

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;
