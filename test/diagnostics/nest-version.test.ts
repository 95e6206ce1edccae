import 'reflect-metadata';
import { Injector } from '@nestjs/core/injector/injector.js';
import { afterEach, expect, test } from 'vitest';
import { checkNestVersion } from '../../lib/nest/module/nest-version.js';

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

test('An application on a Nest before 11.1.20 is told at startup which Nest it needs', () => {
  Reflect.deleteProperty(Injector.prototype, NAME);
  expect(() => {
    checkNestVersion();
  }).toThrow('nestjs-rest-routes needs @nestjs/core 11.2.10 or later, or 12.2.0 or later');
});
