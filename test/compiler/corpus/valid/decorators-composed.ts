import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { applyDecorators } from '@nestjs/common';

const Admin = () => applyDecorators(RestController('v1', '/admin'));

@Admin()
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  list(id: int) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
