import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../diagnostics/diagnostic.js';
import type { DiagnosticLocation, LocationPart } from '../diagnostics/location.js';
import type { Instantiate, CheckedParameter } from './definition/parameter-definition.js';
import type { ValueReading } from './definition/value-reading.js';
import type {
  CallbackDeclaration,
  ControllerDeclaration,
  RestRouteOptions,
  RouteDeclaration,
  ClassReaders,
  Statuses,
} from './declaration/route-declaration.js';
import type { DescribeOption, Route } from './route.js';
import { withoutUndefined } from '../shared/records.js';
import type { ClassHandle, InjectedName } from '../types/type.js';

export interface Finding extends DiagnosticDetails {
  readonly part?: LocationPart;
  /** For a rule of the class that finds something on a method. */
  readonly methodName?: string;
}

/** The finding of an option of `@RestRoute`. */
export function optionFinding(code: Finding['code'], expected: string, received: string): Finding {
  return { code, part: { kind: 'options' }, expected, received };
}

/** A finding as a diagnostic, in the class or route where its rule looked. */
export function located(
  { part, methodName, ...details }: Finding,
  at: DiagnosticLocation,
): Diagnostic {
  return diagnosticAt({ ...at, ...withoutUndefined({ methodName, part }) }, details);
}

interface ControllerSubject {
  readonly controller: ControllerDeclaration;
  readonly readers: RuleReaders;
}

export interface RouteSubject extends ControllerSubject {
  readonly route: RouteDeclaration;
  /** The names of the placeholders of the whole path, in order. */
  readonly placeholders: readonly string[];
  /** The parameters that could be checked; the others have diagnostics of their own. */
  readonly parameters: readonly CheckedParameter[];
}

interface CallbackSubject extends RouteSubject {
  readonly callback: CallbackDeclaration;
  readonly callbackParameters: readonly CheckedParameter[];
}

export type ControllerRule = (subject: ControllerSubject) => readonly Finding[];

export type RouteRule = (subject: RouteSubject) => readonly Finding[];

export type CallbackRule = (subject: CallbackSubject) => readonly Finding[];

/**
 * An option of `@RestRoute` that a feature reads. The build and the application at startup know the same list.
 *
 * @example
 * export const batchOption: RouteOption = {
 *   name: 'batch',
 *   rule: batchRule,
 *   describe: ({ options }) => ({ batch: options.batch === true }),
 * };
 */
export interface RouteOption {
  readonly name: keyof RestRouteOptions;
  /** Checks its value, at build and at startup. */
  readonly rule?: RouteRule;
  /** Whether the rule needs the return type of the method, for a stated value. The build reads it for these only. */
  readonly readsReturn?: (value: unknown) => boolean;
  /** Its part of the description of a route, for documents, audits and tests. */
  readonly describe?: DescribeOption;
  /** Its part of the endpoint of a route in OPTIONS and in the index. */
  readonly list?: (options: RestRouteOptions) => Route['listed'];
}

/**
 * The facts about one controller that the compiler or startup knows beside its declaration. Readers for startup only
 * are absent in the compiler, and their rules find nothing there.
 */
export interface RuleReaders extends ClassReaders {
  readonly routeOptions: readonly RouteOption[];
  /** The functions that are needed to compile routes, if the namespace is valid; absent in the build, which only checks. */
  readonly startup?: StartupReaders | undefined;
  readonly namespace?: NamespaceFact;
  readonly signature?: SignatureFact | undefined;
  readonly isProvided?: (handle: ClassHandle) => boolean;
  /** The name of the class of the controller's module. */
  readonly moduleName?: string;
  /** The types of which features inject an object. */
  readonly injects?: ReadonlySet<InjectedName>;
  /** Whether each request has an instance of its own of the controller, or of a class that is injected beside it. */
  readonly isRequestBound?: (service?: ClassHandle) => boolean;
  /** Nest's decorators on a method that have no effect on a route, such as `@Redirect`. */
  readonly unusedDecorators?: (methodName: string) => readonly string[];
  /** Nest's decorators for files on parameters of a method, `@UploadedFile` and `@UploadedFiles`, by place. */
  readonly fileDecorators?: (
    methodName: string,
  ) => readonly { readonly name: string; readonly index: number }[];
  /** Whether the method receives Nest's response object and writes the response itself. */
  readonly respondsItself?: (methodName: string) => boolean;
}

/** The functions that make a route of a checked declaration. */
interface StartupReaders {
  readonly namespace: string;
  readonly instantiate: Instantiate;
  readonly reading: ValueReading;
  readonly statuses: Statuses;
}

export interface NamespaceFact {
  readonly value: unknown;
  /** Whether routes may do without one, because the API has no prefix either. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Where it was read or searched for, if the application does not state it. */
  readonly origin?: string | undefined;
}

export interface SignatureFact {
  readonly format: unknown;
  /** The diagnostics at which the compiler could not stop. */
  readonly diagnostics: readonly string[];
}
