import { withoutUndefined } from '../shared/records.js';

/**
 * The place of a diagnostic in the declarations of an application, as data. Texts for people and places in source
 * files are derived from it, never parsed from texts.
 *
 * @example
 * { className: 'ItemsController', methodName: 'one', routeIndex: 0, part: { kind: 'path' } }
 */
export interface DiagnosticLocation {
  readonly className: string;
  /** The method with the route; absent if the class as a whole is meant. */
  readonly methodName?: string;
  /** Which `@RestRoute` of the method, counted from 0 from top to bottom. */
  readonly routeIndex?: number;
  /** Which callback of a combined permission, counted from 0; absent if the permission is one callback. */
  readonly callbackIndex?: number;
  /** The part of the class or the route; absent if the whole is meant. */
  readonly part?: LocationPart;
}

/** A part of a controller, a route or a value class that a diagnostic can be about. */
export type LocationPart =
  /** An argument of `@RestController`. */
  | { readonly kind: 'version' | 'base' }
  /** An argument of `@RestRoute`, or the callback within its permission. */
  | { readonly kind: 'path' | 'methods' | 'permission' | 'options' }
  /** The method that a `Callback` names: at the place that names it, or where it is declared. */
  | { readonly kind: 'callback'; readonly at: 'reference' | 'declaration' }
  /** An option of `@Cache`; without one, the decorator as a whole. */
  | { readonly kind: 'cache'; readonly option?: 'ttl' | 'staleWhileRevalidate' | 'vary' }
  /** A decorator of Nest on the method, such as `@Redirect`. */
  | { readonly kind: 'decorator'; readonly name: string }
  /** A placeholder of the path, and the index of its parameter if it has one. */
  | { readonly kind: 'placeholder'; readonly name: string; readonly parameterIndex?: number }
  | ParameterPart
  /** A parameter of the callback, as the route has to supply it. */
  | { readonly kind: 'callback-argument'; readonly name: string; readonly index: number }
  /** The service that a parameter receives. */
  | {
      readonly kind: 'service';
      readonly name: string;
      readonly owner: ParameterOwner;
      readonly index: number;
    }
  /** A property of a value class, which is then the class of the location. */
  | { readonly kind: 'property'; readonly name: string; readonly aspect?: ParameterAspect };

/** A parameter of a method. */
interface ParameterPart {
  readonly kind: 'parameter';
  readonly owner: ParameterOwner;
  /** Counted from 0. */
  readonly index: number;
  /** The name of its argument, if it is known. */
  readonly name?: string;
  readonly aspect?: ParameterAspect;
  /** The path to a property of the value class of the parameter. */
  readonly properties?: readonly string[];
}

/** The owner of a parameter: the method with the route, or its permission callback. */
export type ParameterOwner = 'route' | 'callback';

/** The part of a parameter or property that is meant. */
export type ParameterAspect = 'name' | 'type' | 'default' | '@Param' | '@ListOf';

export function displayLocation({ className, methodName, part }: DiagnosticLocation) {
  const parameterName = part === undefined ? undefined : displayPart(part);
  const method =
    part !== undefined && isInCallback(part) ? `${methodName}, permission callback` : methodName;
  return { className, ...withoutUndefined({ methodName: method, parameterName }) };
}

/** `ItemsController.one, id` */
export function describeLocation(location: DiagnosticLocation): string {
  const { className, methodName, parameterName } = displayLocation(location);
  const method = methodName === undefined ? className : `${className}.${methodName}`;
  return parameterName === undefined ? method : `${method}, ${parameterName}`;
}

function isInCallback(part: LocationPart): boolean {
  if (part.kind === 'callback') return part.at === 'declaration';
  return part.kind === 'parameter' && part.owner === 'callback';
}

function displayPart(part: LocationPart): string | undefined {
  switch (part.kind) {
    case 'placeholder':
      return `{${part.name}}`;
    case 'callback-argument':
      return `callback parameter ${part.name}`;
    case 'service':
    case 'property':
      return part.name;
    case 'parameter':
      return displayParameter(part);
    default:
      return undefined;
  }
}

/** A diagnostic of a name quotes the name itself. */
function displayParameter({ aspect, index, name }: ParameterPart): string | undefined {
  if (aspect === 'name') return undefined;
  return name ?? `parameter ${index + 1}`;
}
