import { applyDecorators } from '@nestjs/common';
import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type ParamOptions,
} from 'nestjs-rest-routes';

/** Decorators of an application that are composed of those of the library. */
export const Page = () => Param({ minimum: 1 });
export const Tags = () => ListOf('string', { maxItems: 1 });
export const Spread = () => Arguments();
export const Slug = (options: ParamOptions = {}) => Param({ match: '[a-z]+', ...options });
export const Read = (path: string) =>
  applyDecorators(RestRoute(path, HttpMethod.Get, new PublicAccess()));
export const Composed = () => applyDecorators(RestController('v1', '/composed'));
