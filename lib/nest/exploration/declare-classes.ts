import type { DeclaredType } from '../../types/type.js';
import type { DiscoveryService } from '@nestjs/core';
import {
  declareController,
  declaresRoutes,
  type NestMetadata,
} from '../../decorators/reading/declare-controller.js';
import {
  type ParameterDeclaration,
  declaredType,
} from '../../routes/declaration/parameter-declaration.js';
import type {
  ControllerDeclaration,
  HeaderDeclaration,
  ResponseDeclaration,
  ClassReaders,
} from '../../routes/declaration/route-declaration.js';
import { classesOf, type FoundClass, findProvider } from './container-view.js';
import {
  indicesFilledByNest,
  respondsItself,
  routeArgumentsOf,
} from '../enhancers/nest-parameters.js';
import {
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RouteParamtypes,
  SSE_METADATA,
} from '../internals.js';
import { attachedSignature } from '../../decorators/metadata-accessor.js';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Class } from '../../shared/records.js';
import type { Instantiate } from '../../routes/definition/parameter-definition.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import type {
  FileDecorator,
  NamespaceFact,
  RuleReaders,
  SignatureFact,
} from '../../routes/rule.js';
import type { Instances } from '../instances.js';

/** A class of the application with its declaration. */
export interface DeclaredClass {
  readonly found: FoundClass;
  readonly declaration: ControllerDeclaration;
}

/** Finds every class with routes, and reads its declaration. */
export function declareClasses(discovery: DiscoveryService): readonly DeclaredClass[] {
  const classes = classesOf(discovery).filter(({ type }) => declaresRoutes(type));
  return unique(classes).map((found) => ({
    found,
    declaration: declareController(found.type, NEST_METADATA),
  }));
}

/** Whether any argument has instances of a class. If none has, nothing that creates or validates them is loaded. */
export function hasValueClasses(declared: readonly DeclaredClass[]): boolean {
  return declared.some(({ declaration }) =>
    declaration.routes.some(({ parameters }) => takesValueClass(parameters)),
  );
}

/** Whether any list among some parameters has instances of a class. */
export function takesValueClass(parameters: readonly ParameterDeclaration[]): boolean {
  return parameters.some(holdsClass);
}

/** A class may be listed twice in a module, as a provider and as a controller. */
function unique(classes: readonly FoundClass[]): readonly FoundClass[] {
  const seen = new Map<object, Set<unknown>>();
  return classes.filter(({ type, module }) => {
    const types = seen.get(module) ?? new Set();
    seen.set(module, types);
    return types.size < types.add(type).size;
  });
}

/** A class alone is a service, unless a decorator says that it holds values. */
function holdsClass(source: ParameterDeclaration): boolean {
  if (source.filledByNest || source.statesInjection) return false;
  const type = declaredType(source);
  if (type === undefined || 'code' in type) return false;
  if (type.kind !== 'class') return containsClass(type);
  return source.options !== undefined || source.takesArguments === true;
}

function containsClass(type: DeclaredType): boolean {
  switch (type.kind) {
    case 'class':
      return true;
    case 'array':
      return containsClass(type.items);
    case 'union':
      return type.options.some(containsClass);
    case 'object':
      return [...(type.properties ?? []).map((one) => one.type), type.additional].some(
        (inner) => inner !== undefined && containsClass(inner),
      );
    default:
      return false;
  }
}

/** What Nest's decorators wrote on a controller, read with Nest's own keys. */
const NEST_METADATA: NestMetadata = { filledParameters: indicesFilledByNest, responseOf };

/** Most methods have neither decorator: one look at their keys shows it. */
function responseOf(method: object): ResponseDeclaration | undefined {
  const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
  if (!keys.includes(HTTP_CODE_METADATA) && !keys.includes(HEADERS_METADATA)) return undefined;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const headers: unknown = Reflect.getMetadata(HEADERS_METADATA, method);
  return { status, headers: Array.isArray(headers) ? (headers as HeaderDeclaration[]) : [] };
}

/** What the facts about controllers are read from. */
export interface FactSources {
  readonly classes: ClassReaders;
  readonly instances: Instances;
  readonly instantiate: Instantiate;
}

/** What only the boot knows about a controller, for the rules. */
export function ruleReaders(
  { module, type, wrapper }: FoundClass,
  namespace: NamespaceFact,
  { classes, instances, instantiate }: FactSources,
): RuleReaders {
  const { value } = namespace;
  return {
    ...classes,
    startup: isNamespace(value) ? { namespace: value, instantiate } : undefined,
    namespace,
    signature: signatureFact(type),
    isProvided: ({ ref }) => findProvider(module, ref) !== undefined,
    isRequestBound: () => instances.isRequestBound(wrapper),
    unusedDecorators: (methodName) => unusedDecorators(type, methodName),
    fileDecorators: (methodName) => fileDecorators(type, methodName),
    respondsItself: (methodName) => respondsItself(type, methodName),
  };
}

/** What the signature rule needs of a class. */
export function signatureFact(type: Class): SignatureFact | undefined {
  const signature = attachedSignature(type)?.signature;
  if (signature === undefined) return undefined;
  return { format: signature.format, diagnostics: signature.faults ?? [] };
}

/** Nest's decorators that change how a response is made; a route makes its response without them. */
const UNUSED: readonly (readonly [key: string, name: string])[] = [
  [REDIRECT_METADATA, '@Redirect'],
  [RENDER_METADATA, '@Render'],
  [SSE_METADATA, '@Sse'],
];

function unusedDecorators(type: Class, methodName: string): readonly string[] {
  const method = decoratedMethodOf(type, methodName);
  if (typeof method !== 'function') return [];
  return UNUSED.filter(([key]) => Reflect.hasOwnMetadata(key, method)).map(([, name]) => name);
}

const FILE_DECORATORS: ReadonlyMap<number | undefined, string> = new Map([
  [RouteParamtypes.FILE, '@UploadedFile'],
  [RouteParamtypes.FILES, '@UploadedFiles'],
]);

function fileDecorators(type: Class, methodName: string): readonly FileDecorator[] {
  return routeArgumentsOf(type, methodName).flatMap(({ index, kind }) => {
    const name = FILE_DECORATORS.get(kind);
    return name === undefined ? [] : [{ name, index }];
  });
}
