import type { PropertySignature, TypeSignature } from './type.js';

/** The version of the format below, which a compiler writes. The runtime rejects any other. */
export const SIGNATURE_FORMAT = 3;

/**
 * The key under which a compiler attaches a signature to a class. A registered symbol, so that
 * compiled code needs no import of this package to write it.
 */
export const SIGNATURE_KEY = Symbol.for('nestjs-rest-routes.signature');

/** One of the responses of a method. */
export interface ResponseSignature<Type = TypeSignature> {
  /** The type of the body; `undefined` or `void` as a text if there is none. */
  readonly type: Type;
  /** Whether it is a `RestResponse`, which has a status of its own. */
  readonly isResponse?: true;
  /** The statuses that the type of the `RestResponse` states; absent if it may have any. */
  readonly statuses?: readonly number[];
}

/** An error of a route, by which its clients distinguish it. */
export interface ErrorSignature {
  /** 400 to 599. */
  readonly status: number;
  readonly code: string;
  readonly description?: string;
  /** The URI of the kind of error: the `type` of a problem. */
  readonly type?: string;
}

/** A header that a document of a route has. */
interface DocumentedHeader {
  readonly name: string;
  readonly description?: string;
  /** Whether each request must have it. */
  readonly required?: boolean;
}

/**
 * The names and the errors of a route in an OpenAPI document, from the tags `@operationId`, `@summary`, `@tags` and
 * `@throws`.
 */
export interface OperationSignature {
  /**
   * Unique in a document: a repeated one gets a number. By default `Books_list`, with the method if there are
   * several.
   */
  readonly operationId?: string;
  /** By default the first sentence of the doc comment. */
  readonly summary?: string;
  /** By default the name of the class without `Controller`. */
  readonly tags?: readonly string[];
  /** The headers that the method reads, such as `If-Match`, beside those of `@Headers(name)`. */
  readonly requestHeaders?: readonly DocumentedHeader[];
  /** The headers that it sends with each success, such as `ETag`, beside those of `@Header`. */
  readonly responseHeaders?: readonly Omit<DocumentedHeader, 'required'>[];
  /** By default those of the tags `@throws {RestException} code status <type> text`, and of constants in the method. */
  readonly errors?: readonly ErrorSignature[];
}

/** The signature of one method, as a compiler read it. */
export interface MethodSignature<Type = TypeSignature> {
  readonly parameters: readonly PropertySignature[];
  /** The return type, with promises and observables unwrapped. */
  readonly returns?: Type;
  /** Whether the return type is inferred, because the source does not state it. */
  readonly isInferred?: true;
  /** Whether it returns a `RestResponse`, which has a status of its own. */
  readonly returnsResponse?: true;
  /** Present if there are several, or if one states its status. */
  readonly responses?: readonly ResponseSignature<Type>[];
  /** The media type that every `StreamableFile` of the method states. */
  readonly streamType?: string;
  /** From the docstring. */
  readonly description?: string;
  /** `@deprecated` in the docstring: its text, or `true`. */
  readonly deprecated?: string | true;
  readonly operation?: OperationSignature;
}

/**
 * The names of decorators: those of this package, those of Nest that must not get lost, and `other` for any other,
 * which may be composed of them.
 */
export type DecoratorNames = readonly string[];

/** The decorators of a method and of its parameters, by position. */
export interface MethodDecorators {
  readonly own?: DecoratorNames;
  readonly parameters?: Readonly<Record<string, DecoratorNames>>;
}

/** The decorators of a class and of its methods, inherited ones included. */
export interface DecoratorsSignature {
  readonly class?: DecoratorNames;
  readonly methods?: Readonly<Record<string, MethodDecorators>>;
}

/** The docstring of a controller. */
export interface ControllerDocumentation {
  readonly description: string;
  /** The first of its `@tags`, which the text describes; by default the name of the class without `Controller`. */
  readonly tag?: string;
}

/** The signature of one class, as a compiler read it. It is JSON-safe. */
export interface ClassSignature {
  readonly format: typeof SIGNATURE_FORMAT;
  readonly className: string;
  /** From the docstring of a controller. */
  readonly documentation?: ControllerDocumentation;
  /** Methods with a route, inherited ones included, by name. */
  readonly methods?: Readonly<Record<string, MethodSignature>>;
  /** Static methods that the callbacks of a controller name; those of another class as `Class.method`. */
  readonly staticMethods?: Readonly<Record<string, MethodSignature>>;
  /** The public properties of a value class, inherited ones included. */
  readonly properties?: readonly PropertySignature[];
  /** The decorators that the source shows; a difference at startup is a diagnostic. */
  readonly decorators?: DecoratorsSignature;
  /** Diagnostics that a watching compiler could not stop at: startup rejects them with the same text. */
  readonly faults?: readonly string[];
}

/** A class named in a signature. Called after all modules are loaded, so that circular imports resolve. */
export type ClassReference = () => unknown;

export interface AttachedSignature {
  readonly signature: ClassSignature;
  readonly references: Readonly<Record<string, ClassReference>>;
}

/**
 * Marks the class `RestRequest`, so that a parameter of that type is recognized without an import of the class; a
 * registered symbol, so that two copies of the package understand each other.
 */
export const REQUEST_MARK = Symbol.for('nestjs-rest-routes.request');

/**
 * Marks the class `UploadedFile`, as `REQUEST_MARK` marks `RestRequest`: a parameter of that type is
 * an argument of the route, not a service, whichever copy of the package the class comes from.
 */
export const UPLOADED_FILE_MARK = Symbol.for('nestjs-rest-routes.uploaded-file');
