import type { ModuleMetadata } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import DefaultController from './default-class.js';

/** Every form of a class that a signature is attached to; compiled for every target. */

function Counted(): PropertyDecorator {
  return (target, key) => Reflect.defineMetadata('counted', key, target);
}

@ValueClass()
export class Line {
  static readonly unit = 'piece';
  sku!: string;
  qty: int = 1;
}

@RestController('v1', '/named')
export class NamedController {
  static readonly greeting = 'hello';
  @Counted() static counted = NamedController.greeting.length;
  static calls = 0;
  readonly #name = 'named';

  static {
    NamedController.counted += 1;
  }

  @RestRoute('/{id}', HttpMethod.Get, new Callback(NamedController.mayRead))
  async one(id: int, @Param({ maximum: 10 }) n: int = 3) {
    NamedController.calls += 1;
    const calls = await Promise.resolve(NamedController.calls > 0);
    return { name: this.#name, id, n, calls, counted: NamedController.counted };
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@ListOf(Line) lines: Line[]) {
    return lines.map((line) => ({ sku: line.sku, qty: line.qty, isLine: line instanceof Line }));
  }

  static mayRead(id: int): boolean {
    return id !== 13;
  }
}

@RestController('v1', '/base')
class BaseController {
  static readonly kind: string = 'base';

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }
}

export const ExpressionController = class extends BaseController {
  static override readonly kind = 'expression';
};

@RestController('v1', '/child')
export class ChildController extends BaseController {
  static override readonly kind: string = 'child';

  @RestRoute('/more/{key}', HttpMethod.Get, new PublicAccess())
  more(key: int) {
    return { key, kind: ChildController.kind };
  }
}

function makeController(base: string) {
  @RestController('v1', base)
  class LocalController {
    static readonly made = base.length;

    @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
    one(id: int) {
      return { id, made: LocalController.made };
    }
  }
  return LocalController;
}

export const LocalController = makeController('/local');
export const OtherLocalController = makeController('/other-local');

export const classForms: ModuleMetadata = {
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [
    NamedController,
    ExpressionController,
    ChildController,
    LocalController,
    OtherLocalController,
    DefaultController,
  ],
};
