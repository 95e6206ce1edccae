import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type ParamOptions,
} from 'nestjs-rest-routes';
import type { ArgumentSchema, EnumValue, JsonValue, ValueSchema } from '../support/schema-types.js';

type Recorded = ValueSchema & { readonly default?: JsonValue };
type Class = new () => object;

/**
 * A controller whose one argument `v` has a recorded schema, declared by hand as a user would: the
 * decorators are the only way in.
 */
export function controllerOf(path: string, schema: Recorded): Class {
  return controllerWith(path, (target, method) => declare(target, method, schema));
}

/** A controller whose one argument `v` has a recorded schema, given as data. */
export function controllerOfData(path: string, schema: Recorded): Class {
  return controllerWith(path, (target, method) => {
    Param({ name: 'v', schema })(target, method, 0);
  });
}

function controllerWith(
  path: string,
  declareArgument: (target: object, method: string) => void,
): Class {
  class Controller {
    get(v: unknown): unknown {
      return { v };
    }
    post(v: unknown): unknown {
      return { v };
    }
  }
  for (const [method, httpMethod] of [
    ['get', HttpMethod.Get],
    ['post', HttpMethod.Post],
  ] as const) {
    declareArgument(Controller.prototype, method);
    const descriptor = Object.getOwnPropertyDescriptor(Controller.prototype, method);
    RestRoute('', httpMethod, new PublicAccess())(Controller.prototype, method, descriptor ?? {});
  }
  RestController('v1', `/${path}` as '')(Controller);
  return Controller;
}

function declare(target: object, method: string, schema: Recorded): void {
  const { type, items, minItems, maxItems } = schema;
  const [base] = [type].flat();
  Param({ name: 'v', ...optionsOf(schema) })(target, method, 0);
  if (base !== 'array' || items === undefined) return;
  ListOf(itemsOf(items), definedOf({ minItems, maxItems }))(target, method, 0);
}

function optionsOf(schema: Recorded | ArgumentSchema): ParamOptions {
  const { type, enum: values, default: fallback } = schema;
  const [base, ...others] = [type].flat();
  const { minimum, maximum, minLength, maxLength, pattern, format } = schema;
  return definedOf({
    ...(base === 'array' ? {} : values === undefined ? { type: base } : {}),
    enum: values?.filter((value) => value !== null),
    nullable: others.includes('null') ? true : undefined,
    default: fallback,
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    format,
  }) as ParamOptions;
}

function itemsOf(items: ValueSchema): Parameters<typeof ListOf>[0] {
  if (items.enum !== undefined) return items.enum.filter((value) => value !== null) as EnumValue[];
  if (items.type !== 'object') return items.type as 'string';
  class Element {}
  for (const [name, property] of Object.entries(items.properties ?? {})) {
    const isOptional = property.required !== true && property.default === undefined;
    const options = { ...optionsOf(property), ...(isOptional ? { required: false } : {}) };
    Param(options)(Element.prototype, name);
    if (property.items !== undefined) {
      const { minItems, maxItems } = property;
      ListOf(itemsOf(property.items), definedOf({ minItems, maxItems }))(Element.prototype, name);
    }
  }
  ValueClass()(Element);
  return Element;
}

function definedOf<T extends object>(
  options: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
