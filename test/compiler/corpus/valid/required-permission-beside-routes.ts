import { Controller, Get } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  RequirePermission,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

@Controller('subjects')
@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayList))
  list(id: int) {}

  @Get(':id')
  @RequirePermission(new Callback(Subject.maySee))
  see() {}

  static mayList(id: int): boolean {
    return id > 0;
  }

  static maySee(id: int): boolean {
    return id > 1;
  }
}

const parameters = [{ name: 'id', type: { kind: 'integer' } }];

export const expected = {
  methods: { list: { parameters } },
  staticMethods: {
    mayList: { parameters, returns: { kind: 'boolean' } },
    maySee: { parameters, returns: { kind: 'boolean' } },
  },
};
