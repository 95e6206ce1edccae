import 'reflect-metadata';
import { expect, test } from 'vitest';
import { controllerMetadata } from '../../lib/decorators/metadata-accessor.js';
import { RestController } from '../../lib/decorators/controllers.js';

test('RestController writes the version and the base on the class', () => {
  @RestController('v1', '/items')
  class ItemsController {}
  expect(controllerMetadata(ItemsController)).toEqual({ version: 'v1', base: '/items' });
});

test('the base of a RestController is empty by default', () => {
  @RestController('v2')
  class ItemsController {}
  expect(controllerMetadata(ItemsController)).toEqual({ version: 'v2', base: '' });
});

test('a subclass has the RestController of its superclass until it declares its own', () => {
  @RestController('v1', '/items')
  class ItemsController {}
  class Inherited extends ItemsController {}
  @RestController('v2')
  class Own extends ItemsController {}
  expect(controllerMetadata(Inherited)).toEqual({ version: 'v1', base: '/items' });
  expect(controllerMetadata(Own)).toEqual({ version: 'v2', base: '' });
});

test('a class without RestController has no controller metadata', () => {
  class Service {}
  expect(controllerMetadata(Service)).toBeUndefined();
});
