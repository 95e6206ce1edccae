import { Controller, Delete, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { Callback, Capability, RequirePermission, RestRequest } from 'nestjs-rest-routes';
import { PermissionHelper, Permissions } from '../shared/permissions.js';

@Controller('subjects')
@RequirePermission(new Callback(Permissions.mayHelp))
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

  static mayRead(request: RestRequest): boolean {
    return request.path !== '';
  }

  static unnamed(unreadable: unknown): boolean {
    return unreadable !== undefined;
  }
}

export const expected = {
  staticMethods: {
    'Permissions.mayHelp': {
      parameters: [
        { name: 'helper', type: { kind: 'class', name: 'PermissionHelper' } },
        { name: 'request', type: { kind: 'request' } },
      ],
      returns: { kind: 'boolean' },
    },
    mayRead: {
      parameters: [{ name: 'request', type: { kind: 'request' } }],
      returns: { kind: 'boolean' },
    },
  },
};

export const references = () => ({ Permissions, PermissionHelper });
