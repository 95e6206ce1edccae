import { Controller, Delete, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { Callback, Capability, RequirePermission, RestRequest, type int } from 'nestjs-rest-routes';
import { PermissionHelper, Permissions } from '../shared/permissions.js';

@Controller('subjects')
@RequirePermission(new Callback(Permissions.mayRemove))
export class Subject {
  @Get(':id')
  @RequirePermission(new Callback(Subject.mayRead))
  one(@Param('id', ParseIntPipe) id: number) {
    return id;
  }

  @Post()
  @RequirePermission(new Capability('edit'))
  create(body: unknown) {
    return body;
  }

  @Delete(':id')
  remove() {}

  static mayRead(id: int, request: RestRequest, tags: string[] = []): boolean {
    return tags.length > 0 && request.path !== '' && id > 0;
  }

  static unnamed(id: int, unreadable: unknown): boolean {
    return id > 0 && unreadable !== undefined;
  }
}

export const expected = {
  staticMethods: {
    'Permissions.mayRemove': {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'helper', type: { kind: 'class', name: 'PermissionHelper' } },
      ],
      returns: { kind: 'boolean' },
    },
    mayRead: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'request', type: { kind: 'request' } },
        {
          name: 'tags',
          type: { kind: 'array', items: { kind: 'string' } },
          optional: true,
          default: [],
        },
      ],
      returns: { kind: 'boolean' },
    },
  },
};

export const references = () => ({ Permissions, PermissionHelper });
