import { REDIRECT_METADATA, RENDER_METADATA, RouteParamtypes, SSE_METADATA } from '../internals.js';
import { attachedSignature } from '../../decorators/metadata-accessor.js';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Class } from '../../shared/class.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import type { Instantiate } from '../../model/definition/argument-definition.js';
import { isNamespace } from '../../model/paths/namespace.js';
import type { FileDecorator, NamespaceFact, RuleReaders, SignatureFact } from '../../rules/rule.js';
import { routeArgumentsOf } from '../enhancers/filled-parameters.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import type { Instances } from '../instances.js';
import { findProvider, type FoundClass } from './container-view.js';

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
