import { Injectable, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { PermissionGuard } from './guard/permission.guard.js';
import { RestCacheInterceptor } from './cache/rest-cache.interceptor.js';
import { RestExceptionFilter } from './filter/rest-exception.filter.js';

/**
 * Lists the parts as enhancers of `RestModule`. `overrideGuard` and its like of @nestjs/testing replace
 * enhancers only, and only in modules that have them; the routes take their parts from here.
 */
@Injectable()
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
export class ReplaceableParts {}
