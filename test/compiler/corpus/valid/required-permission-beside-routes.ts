import { Controller, Get } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  RequirePermission,
  RestController,
  RestRequest,
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

  static maySee(request: RestRequest): boolean {
    return request.path !== '';
  }
}

const parameters = [{ name: 'id', type: { kind: 'integer' } }];
const ofRequest = [{ name: 'request', type: { kind: 'request' } }];

export const expected = {
  methods: { list: { parameters } },
  staticMethods: {
    mayList: { parameters, returns: { kind: 'boolean' } },
    maySee: { parameters: ofRequest, returns: { kind: 'boolean' } },
  },
};
