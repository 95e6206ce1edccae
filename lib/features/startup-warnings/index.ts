import { VersioningType } from '@nestjs/common';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Feature } from '../../nest/composition/feature.js';
import type { CreatedParts, MountedParts } from '../../nest/composition/startup-check.js';
import { HOST_METADATA } from '../../nest/internals.js';
import { deadSwaggerParts } from '../../nest/exploration/swagger-texts.js';
import { warningOf } from '../../nest/composition/reports.js';
import { choiceOf } from '../../nest/options/styles.js';
import { hidingHandlerIn } from '../../platform/plain-routes.js';
import type { Route } from '../../routes/route.js';
import { differenceOf, slipOf } from '../../shared/closest-name.js';
import { unusedPipes } from './unused-pipes.js';

/** Warns of declarations that have no effect, or less than they seem to: the application still starts with them. */
export const startupWarnings: Feature = {
  name: 'startup-warnings',
  checks: (created) => [
    { warns: (app) => warningOf('Hidden routes:', findHiddenRoutes(created, app)) },
    {
      warns: ({ routes }) => {
        const all = [...routes.keys()];
        return warningOf('Schemas:', [
          ...all.flatMap(untypedSchemas),
          ...all.flatMap(rejectedDefaults),
        ]);
      },
    },
    { warns: ({ routes }) => warningOf('Documents:', deadDecorators(routes)) },
    { warns: (app) => warningOf('Permissions:', unknownCapabilities(app)) },
    {
      warns: ({ routes, config, options }) => {
        const unknownArguments = choiceOf(options, 'unknownArguments');
        return warningOf('Pipes:', unusedPipes(routes, config, unknownArguments));
      },
    },
  ],
};

/** Finds what documents of `@nestjs/swagger` have and those of the library do not: once for each class and method. */
function deadDecorators(routes: MountedParts['routes']): readonly Diagnostic[] {
  const subjects = new Map<object, Parameters<typeof diagnosticAt>[0]>();
  for (const [{ methodName }, { type }] of routes) {
    const className = type.name;
    const method = decoratedMethodOf(type, methodName);
    subjects.set(type, { className });
    if (typeof method === 'function') subjects.set(method, { className, methodName });
  }
  return [...subjects].flatMap(([subject, location]) => {
    const received = deadSwaggerParts(subject).join(', ');
    const expected = 'doc comments, or { openapi } of @RestRoute';
    return received === '' ? [] : [diagnosticAt(location, { code: 'RR1077', expected, received })];
  });
}

/**
 * Finds capabilities that are probably misspelt: no role has them, and one has a capability that differs by one slip.
 * Users may have any other capability in `user.capabilities`, which are not known at startup, and `can` may decide by
 * anything.
 */
function unknownCapabilities({
  options,
  routes,
  handlers,
}: Pick<MountedParts, 'options' | 'routes' | 'handlers'>): readonly Diagnostic[] {
  const { roles } = options;
  if (options.can !== undefined || roles === undefined) return [];
  const granted = new Set(Object.values(roles).flat());
  const unknown = new Map<string, Diagnostic>();
  for (const route of [...routes.keys(), ...handlers.values()]) {
    for (const diagnostic of misspeltIn(route, granted)) {
      // A handler of several routes is named once, and each of several handlers.
      unknown.set(JSON.stringify(diagnostic), diagnostic);
    }
  }
  return [...unknown.values()];
}

function misspeltIn(route: Route | undefined, granted: ReadonlySet<string>): readonly Diagnostic[] {
  if (route === undefined) return [];
  const { className, methodName, capabilities } = route;
  return capabilities.flatMap((received) => {
    if (granted.has(received)) return [];
    const expected = slipOf(
      received,
      [...granted].filter((name) => !differsInNumber(received, name)),
    );
    const at = { className, methodName, part: { kind: 'permission' } } as const;
    return expected === undefined ? [] : [diagnosticAt(at, { code: 'RR1078', expected, received })];
  });
}

/** Singular and plural may both be meant: WordPress has `edit_post` and `edit_posts`. */
function differsInNumber(one: string, other: string): boolean {
  const [from, to, after] = differenceOf(one, other);
  return from + to === 's' && !/^\p{L}/u.test(after);
}

function untypedSchemas({ className, methodName, untyped }: Route): readonly Diagnostic[] {
  const received = untyped.join(', ');
  if (received === '') return [];
  return [
    diagnosticAt({ className, methodName }, { code: 'RR1039', expected: 'a type', received }),
  ];
}

function rejectedDefaults({ className, methodName, rejectedDefaults: found }: Route) {
  return found.flatMap(({ index, name, rejectedDefault }): readonly Diagnostic[] => {
    if (rejectedDefault === undefined) return [];
    const { expected, received } = rejectedDefault;
    const part = { kind: 'parameter', owner: 'route', index, name } as const;
    return [diagnosticAt({ className, methodName, part }, { code: 'RR1074', expected, received })];
  });
}

/** Finds the routes whose requests go to handlers of plain controllers. */
function findHiddenRoutes(
  { adapter }: CreatedParts,
  { plainPaths, prefix, owned, routes, config, discovery }: MountedParts,
): readonly Diagnostic[] {
  if (plainPaths.size === 0 || !arePathsWhole(discovery, config)) return [];
  const hiding = hidingHandlerIn(plainPaths, adapter.getType(), { prefix, owned });
  return [...routes.keys()].flatMap(({ className, methodName, methods, pattern }) => {
    const path = `${prefix}${pattern.template}`;
    return methods.flatMap((method) => {
      const by = hiding(method, path);
      if (by === undefined) return [];
      return diagnosticAt(
        { className, methodName, part: { kind: 'path' } },
        {
          code: 'RR1059',
          expected: `no plain handler that matches ${method} ${path}`,
          received: `a plain handler at ${by}`,
        },
      );
    });
  });
}

/** Whether only the path of a plain handler decides which requests it gets: no version in a header, and no hostname. */
function arePathsWhole(discovery: DiscoveryService, config: ApplicationConfig): boolean {
  const versioning = config.getVersioning()?.type ?? VersioningType.URI;
  return (
    versioning === VersioningType.URI &&
    discovery.getControllers().every(({ metatype }) => {
      return metatype === null || Reflect.getMetadata(HOST_METADATA, metatype) === undefined;
    })
  );
}
