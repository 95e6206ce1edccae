import type { Diagnostic } from '../../diagnostics/diagnostic-catalogue.js';
import type {
  ArgumentSchema,
  EnumValue,
  ScalarType,
  ValueSchema,
} from '../../schema/vocabulary.js';
import type { ListLimits, ParamOptions } from './param-options.js';
import type { ParameterSignature } from '../signature/method-signature.js';
import type { ReturnedType } from './returned-type.js';

/** A class as one side knows it: the constructor at run time, its declaration in a compiler. */
export interface ClassHandle {
  readonly name: string;
  readonly ref: unknown;
}

/** A type as declared, with the classes it names resolved. */
export type DeclaredType = (
  | { readonly kind: ScalarType | 'date' | 'request' }
  | { readonly kind: 'enum'; readonly values: readonly EnumValue[] }
  | { readonly kind: 'array'; readonly items: DeclaredType }
  | { readonly kind: 'class'; readonly handle: ClassHandle }
  | { readonly kind: 'opaque'; readonly text: string }
) & { readonly nullable?: true };

/** Everything that is known of one parameter (or property of a value class) before it is checked. */
export interface ParameterSource {
  readonly index: number;
  /** What the source says: the compiler's word. */
  readonly signature?: Omit<ParameterSignature, 'type'> & { readonly type: DeclaredType };
  /** What `@Param` says: the developer's word, which goes first. */
  readonly options?: ParamOptions;
  /** What `@ListOf` says. */
  readonly list?: { readonly items: DeclaredType; readonly limits: ListLimits };
  /** `@Param({ inject })` names the class, in a compiler, which cannot name it in `options`. */
  readonly statesInjection?: true;
  /** Carries one of Nest's own parameter decorators. */
  readonly filledByNest: boolean;
  /** The class that `design:paramtypes` names, where it is one that can be a service. */
  readonly designType?: DeclaredType;
}

/** Says what the properties of a value class are; `undefined` where the class says nothing. */
export type ValueClassReader = (handle: ClassHandle) => readonly ParameterSource[] | undefined;

/** What tells a class of values from a service. */
export interface ClassTraits {
  /** Has `@ValueClass()`, of its own or from a class it extends. */
  readonly isMarked: boolean;
  /** Has `@Injectable()`, or a decorator that may stand for it. */
  readonly isInjectable: boolean;
  /** Has a constructor with parameters, or properties that Nest injects. */
  readonly takesServices: boolean;
  /** Has methods, accessors or properties that are not public. */
  readonly hasBehaviour: boolean;
  /** Has properties that `@Param`, `@ListOf` or class-validator describe, or that nothing initializes. */
  readonly hasValues: boolean;
}

/** What a compiler or the boot knows of the classes that parameters name. */
export interface ClassReaders {
  readonly properties: ValueClassReader;
  /** `undefined` where the class cannot be looked into; it passes as a service. */
  readonly traits: (handle: ClassHandle) => ClassTraits | undefined;
}

/** A part of an argument whose sanitized value becomes an object of a class. */
export interface Hydration {
  readonly schema: ValueSchema;
  readonly into: 'date' | ClassHandle;
}

/** A parameter that is an argument of the request. */
export interface ArgumentDeclaration {
  readonly kind: 'argument';
  readonly index: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly hydrations: readonly Hydration[];
}

/** A parameter, checked. */
export type ParameterDeclaration =
  | ArgumentDeclaration
  | { readonly kind: 'service'; readonly index: number; readonly handle: ClassHandle }
  | { readonly kind: 'request'; readonly index: number }
  | { readonly kind: 'nest'; readonly index: number };

export interface CacheDeclaration {
  readonly ttl: unknown;
  readonly staleWhileRevalidate?: unknown;
  readonly statesVary: boolean;
  /** Where it is stated, is known, and is no function. */
  readonly vary?: unknown;
}

/** A permission as the rules see it. */
export type PermissionDeclaration =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | {
      readonly kind: 'callback';
      readonly name: string;
      /** Whether it was found as a static method of a class. */
      readonly isStatic: boolean;
      readonly parameters: readonly ParameterSource[];
    };

/** What is said of a route for its readers alone; no rule looks at it. */
export interface RouteDocumentation {
  readonly returns: ReturnedType | undefined;
  /** It returns a `RestResponse`, which has a status of its own. */
  readonly returnsResponse: boolean;
  readonly description: string | undefined;
  readonly deprecated: string | true | undefined;
}

/** A route as written. */
export interface RouteDeclaration {
  readonly methodName: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: PermissionDeclaration | undefined;
  readonly parameters: readonly ParameterSource[];
  readonly cache?: CacheDeclaration;
  readonly isHidden?: boolean;
  readonly documentation?: RouteDocumentation;
}

/** A controller as written. `version` is `undefined` where `@RestController` is missing. */
export interface ControllerDeclaration {
  readonly className: string;
  readonly version: string | undefined;
  readonly base: string;
  readonly routes: readonly RouteDeclaration[];
}

/** A value that could be made, or the diagnostics that stood in the way. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
