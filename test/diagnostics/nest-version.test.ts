import 'reflect-metadata';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injector } from '@nestjs/core/injector/injector.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkNestVersion } from '../../lib/nest/exploration/check-nest-version.js';
import {
  explainNestUpdate,
  isNestSupported,
  NEST_PACKAGES,
} from '../../lib/diagnostics/nest-version.js';

const NAME = 'createResolutionContext';
const method: unknown = Reflect.get(Injector.prototype, NAME);
const RANGE = '^11.2.10 || ^12.2.0';

afterEach(() => {
  Reflect.set(Injector.prototype, NAME, method);
});

test('A supported Nest passes the check at startup', () => {
  expect(() => {
    checkNestVersion('express');
  }).not.toThrow();
});

test.each([
  ['@nestjs/core', '12.1.4', 12],
  ['@nestjs/common', '12.0.0', 12],
  ['@nestjs/core', '11.1.6', 11],
  ['@nestjs/core', '10.4.20', 11],
])(
  'An application on %s %s, which the library does not support, is told at startup what is needed, and the command',
  (name, version, major) => {
    expect(() => {
      checkNestVersion(undefined, (wanted) => ({ version: wanted === name ? version : '12.2.0' }));
    }).toThrow(
      `nestjs-rest-routes needs ${name} ${RANGE}, and ${version} is installed. ` +
        `Update Nest: npm install @nestjs/core@${major} @nestjs/common@${major}`,
    );
  },
);

test.each([
  ['express', '^11.2.10 || ^12.2.0'],
  ['fastify', '^11.2.8 || ^12.1.1'],
])('The package of the adapter in use is checked too: %s', (adapter, range) => {
  const name = `@nestjs/platform-${adapter}`;
  const manifest = (wanted: string): { version: string } => ({
    version: wanted === name ? '11.1.6' : '11.2.10',
  });
  expect(() => {
    checkNestVersion(adapter, manifest);
  }).toThrow(
    `nestjs-rest-routes needs ${name} ${range}, and 11.1.6 is installed. ` +
      `Update Nest: npm install @nestjs/core@11 @nestjs/common@11 ${name}@11`,
  );
  expect(() => {
    checkNestVersion('another', manifest);
  }).not.toThrow();
});

test('In a bundle, which has no manifests, a Nest before 11.1.20 is still rejected', () => {
  const check = (): void => {
    checkNestVersion(undefined, () => undefined);
  };
  expect(check).not.toThrow();
  Reflect.deleteProperty(Injector.prototype, NAME);
  expect(check).toThrow('and an older version is installed');
});

describe('The supported range', () => {
  test.each(['11.2.10', '11.2.11', '11.3.0', '12.2.0', '12.2.1', '12.10.0'])(
    'has %s',
    (version) => {
      expect(isNestSupported('@nestjs/core', version)).toBe(true);
    },
  );

  test.each([
    '10.4.20',
    '11.0.0',
    '11.1.20',
    '11.2.9',
    '12.0.5',
    '12.1.4',
    '12.2.0-next.1',
    '13.0.0',
    '13.2.0',
  ])('does not have %s', (version) => {
    expect(isNestSupported('@nestjs/core', version)).toBe(false);
  });
});

test.each(['README.md', 'docs/getting-started.md', 'docs/adopt-one-part-at-a-time.md'])(
  '%s names the oldest versions that are supported',
  (page) => {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    const named = new Set(
      [...text.matchAll(/\b1[12]\.\d+(?:\.\d+)?\b/g)].map(([version]) => version),
    );
    for (const version of RANGE.split(' || ').map((part) => part.slice(1).replace(/\.0$/, ''))) {
      expect([...named].map((one) => one.replace(/\.0$/, ''))).toContain(version);
    }
  },
);

test('The peer ranges allow each Nest 11 and 12: npm installs the package, which then names the update', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { peerDependencies: Record<string, string> };
  // A tool of tests is no peer: the testing kit checks its version.
  for (const name of NEST_PACKAGES.filter((one) => one !== '@nestjs/testing')) {
    expect(manifest.peerDependencies[name]).toBe('^11.0.0 || ^12.0.0');
  }
  expect(explainNestUpdate('@nestjs/core', undefined, [])).toContain(`@nestjs/core ${RANGE},`);
});

describe('The command that updates Nest is that of the package manager of the workspace', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rest-routes-manager-'));
    mkdirSync(join(root, 'apps/api'), { recursive: true });
    vi.spyOn(process, 'cwd').mockReturnValue(join(root, 'apps/api'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(root, { recursive: true });
  });

  const update = (files: Readonly<Record<string, string>>): string => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    try {
      checkNestVersion('express', () => ({ version: '11.1.6' }));
      return 'none';
    } catch (error) {
      return String(error).replace(/^.*Update Nest: /s, '');
    }
  };

  test.each([
    ['pnpm-lock.yaml', 'pnpm add @nestjs/core@11 @nestjs/common@11 @nestjs/platform-express@11'],
    [
      'yarn.lock',
      'yarn add "@nestjs/core@^11" "@nestjs/common@^11" "@nestjs/platform-express@^11"',
    ],
    ['bun.lock', 'bun add @nestjs/core@11 @nestjs/common@11 @nestjs/platform-express@11'],
    [
      'package-lock.json',
      'npm install @nestjs/core@11 @nestjs/common@11 @nestjs/platform-express@11',
    ],
  ])('whose root has %s', (lock, command) => {
    expect(update({ [lock]: '' })).toBe(command);
  });

  test('and names the file of a catalog that has the versions', () => {
    const dependencies = {
      '@nestjs/core': 'catalog:',
      '@nestjs/common': 'catalog:nest11',
      '@nestjs/platform-express': '^11.1.6',
    };
    const manifest = JSON.stringify({ dependencies });
    expect(update({ 'pnpm-lock.yaml': '', 'apps/api/package.json': manifest })).toBe(
      'set @nestjs/core, @nestjs/common to ^11 in ../../pnpm-workspace.yaml, then pnpm add @nestjs/platform-express@11',
    );
    const all = manifest.replace('^11.1.6', 'catalog:');
    expect(update({ 'apps/api/package.json': all })).toMatch(
      /pnpm-workspace\.yaml, then pnpm install$/,
    );
  });
});
