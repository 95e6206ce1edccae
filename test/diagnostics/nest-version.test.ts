import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Injector } from '@nestjs/core/injector/injector.js';
import { afterEach, describe, expect, test } from 'vitest';
import { checkNestVersion } from '../../lib/nest/module/rest-application.js';
import { isNestSupported, NEST_RANGE } from '../../lib/diagnostics/nest-version.js';

const NAME = 'createResolutionContext';
const method: unknown = Reflect.get(Injector.prototype, NAME);

afterEach(() => {
  Reflect.set(Injector.prototype, NAME, method);
});

test('A supported Nest passes the check at startup', () => {
  expect(() => {
    checkNestVersion();
  }).not.toThrow();
});

test.each(['@nestjs/core', '@nestjs/common'])(
  'An application on a version of %s that the peer range excludes is told at startup what is needed',
  (name) => {
    expect(() => {
      checkNestVersion((wanted) => ({ version: wanted === name ? '12.1.4' : '12.2.0' }));
    }).toThrow(
      `nestjs-rest-routes needs @nestjs/core and @nestjs/common ${NEST_RANGE}, and ${name} 12.1.4 is installed.`,
    );
  },
);

test('In a bundle, which has no manifests, a Nest before 11.1.20 is still rejected', () => {
  const check = (): void => {
    checkNestVersion(() => undefined);
  };
  expect(check).not.toThrow();
  Reflect.deleteProperty(Injector.prototype, NAME);
  expect(check).toThrow('and an older version is installed');
});

describe('The peer range', () => {
  test.each(['11.2.10', '11.2.11', '11.3.0', '12.2.0', '12.2.1', '12.10.0'])(
    'allows %s',
    (version) => {
      expect(isNestSupported(version)).toBe(true);
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
  ])('excludes %s', (version) => {
    expect(isNestSupported(version)).toBe(false);
  });

  test('is that of package.json', () => {
    const manifest = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { peerDependencies: Record<string, string> };
    expect(manifest.peerDependencies).toMatchObject({
      '@nestjs/common': NEST_RANGE,
      '@nestjs/core': NEST_RANGE,
    });
  });
});
