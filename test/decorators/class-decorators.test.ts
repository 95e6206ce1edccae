import 'reflect-metadata';
import { Scope } from '@nestjs/common';
import { SCOPE_OPTIONS_METADATA } from '@nestjs/common/constants.js';
import { describe, expect, test } from 'vitest';
import { LazyInjectable } from '../../lib/decorators/controllers.js';
import { isRequestClass, isValueClass, LAZY_KEY } from '../../lib/decorators/metadata-accessor.js';
import { RestController } from '../../lib/decorators/controllers.js';
import { ValueClass } from '../../lib/decorators/parameters.js';
import { RestRequest } from '../../lib/routes/rest-request.js';

describe('ValueClass', () => {
  test('marks a class, and the classes that extend it', () => {
    @ValueClass()
    class Line {}
    class Special extends Line {}
    class Service {}
    expect([Line, Special, Service].map(isValueClass)).toEqual([true, true, false]);
  });
});

describe('RestRequest', () => {
  test('is recognized by its mark, as are the classes that extend it', () => {
    class Extended extends RestRequest {}
    class Other {}
    expect([RestRequest, Extended, Other].map(isRequestClass)).toEqual([true, true, false]);
  });
});

describe('LazyInjectable and RestController', () => {
  test('give a class the durable request scope, which keeps Nest from creating it at startup', () => {
    @LazyInjectable()
    class ReportService {}
    @RestController('v1')
    class ItemsController {}
    const scope = { scope: Scope.REQUEST, durable: true };
    expect(Reflect.getMetadata(SCOPE_OPTIONS_METADATA, ReportService)).toEqual(scope);
    expect(Reflect.getMetadata(SCOPE_OPTIONS_METADATA, ItemsController)).toEqual(scope);
    expect(Reflect.getMetadata(LAZY_KEY, ReportService)).toBe(true);
  });
});
