import type { ModulesContainer } from '@nestjs/core';
import { HTTP_CODE_METADATA } from '../internals.js';
import { callbackOwner } from '../../decorators/reading/callback-owner.js';
import { methodOf } from '../../decorators/reading/metadata-reader.js';
import type { RouteDefinition } from '../../model/definition/route-definition.js';
import type {
  CacheDescription,
  PermissionDescription,
  ReturnDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import type { CheckedRoute } from '../../model/checked/checked-controller.js';
import { checkValueClass } from '../../rules/parameters/check-value-class.js';
import {
  returnedSchema,
  type NamedSchema,
  type ReturnedType,
} from '../../model/types/returned-type.js';
import type { ExploredController } from './explore.js';
import { Instances } from '../lazy-providers/instances.js';
import { outlinesOf, readApplication } from './read-application.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import type { ValueClasses } from '../value-classes/value-classes.js';

/**
 * Describes all routes of an application, in the order of their declarations. Reads declarations
 * alone: no controller and no service is created.
 *
 * @throws DeclarationException that lists all diagnostics.
 */
export async function describeApplication(
  modules: ModulesContainer,
  options: RestModuleOptions,
  prefix: string,
): Promise<readonly RouteDescription[]> {
  const instances = new Instances();
  const { controllers, valueClasses } = await readApplication(modules, options, instances);
  return controllers.flatMap((controller) =>
    outlinesOf(controller, valueClasses, instances).map((outline, index) =>
      describe(
        { ...outline, ...outline.details() },
        { controller, checked: controller.checked.routes[index], valueClasses, prefix },
      ),
    ),
  );
}

interface Context {
  readonly controller: ExploredController;
  readonly checked: CheckedRoute | undefined;
  readonly valueClasses: ValueClasses;
  readonly prefix: string;
}

function describe(definition: RouteDefinition, context: Context): RouteDescription {
  const { className, methodName, namespace, pattern, methods, isHidden } = definition;
  const { checked, prefix } = context;
  const documentation = checked?.route.documentation;
  const returned = describeReturn(context, methodName);
  return {
    namespace,
    path: `${prefix}${pattern.template}`,
    methods,
    arguments: definition.arguments.map(({ name, isFromPath, schema }) => ({
      name,
      isFromPath,
      schema,
    })),
    permission: describePermission(definition, context),
    cache: describeCache(definition),
    handler: `${className}.${methodName}`,
    hidden: isHidden,
    description: documentation?.description,
    deprecated: documentation?.deprecated,
    returns: returned?.description,
    schemaNames: new Map([...argumentNames(checked), ...(returned?.names ?? [])]),
  };
}

function describePermission(
  { permission }: RouteDefinition,
  { controller: { found } }: Context,
): PermissionDescription {
  switch (permission.kind) {
    case 'public':
      return { kind: 'public' };
    case 'capability':
      return { kind: 'capability', name: permission.capability };
    case 'callback': {
      const { method } = permission;
      const owner = callbackOwner(found.type, method)?.name;
      return {
        kind: 'callback',
        name: owner === undefined ? method.name : `${owner}.${method.name}`,
      };
    }
  }
}

function describeCache({ cache }: RouteDefinition): CacheDescription | undefined {
  if (cache === undefined) return undefined;
  const { ttl, staleWhileRevalidate, sharing, headers } = cache.policy;
  const base = { ttl, staleWhileRevalidate, sharing };
  return sharing === 'headers' ? { ...base, headers } : base;
}

/** The names of the value classes behind the schemas of arguments. */
function argumentNames(checked: CheckedRoute | undefined): readonly (readonly [object, string])[] {
  return (checked?.parameters ?? []).flatMap((parameter) =>
    parameter.kind !== 'argument'
      ? []
      : parameter.hydrations.flatMap(({ schema, into }) =>
          into === 'date' ? [] : [[schema, into.name] as const],
        ),
  );
}

const NOTHING: ReadonlySet<string> = new Set(['void', 'undefined', 'never']);

function describeReturn(
  { checked, controller, valueClasses }: Context,
  methodName: string,
): { readonly description: ReturnDescription; readonly names: NamedSchema['names'] } | undefined {
  const documentation = checked?.route.documentation;
  const type = documentation?.returns;
  if (documentation === undefined || type === undefined) return undefined;
  const method = methodOf(controller.found.type, methodName) as object;
  const stated = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const isNothing = isOpaque(type, NOTHING);
  const isStream = isOpaque(type, new Set(['StreamableFile']));
  const { schema, names } = returnedSchema(type, (handle) =>
    checkValueClass(handle, valueClasses.read),
  );
  const usual = isNothing ? 204 : 200;
  const status = documentation.returnsResponse ? undefined : (stated ?? usual);
  return { description: { schema: isNothing ? undefined : schema, status, isStream }, names };
}

function isOpaque(type: ReturnedType, texts: ReadonlySet<string>): boolean {
  return type.kind === 'opaque' && texts.has(type.text);
}
