import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { createParamDecorator, Headers } from '@nestjs/common';

interface User {
  name: string;
}
const CurrentUser = createParamDecorator(() => ({ name: 'ada' }));

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Headers() headers: Record<string, string>, @CurrentUser() { name }: User, id: int) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'headers', type: { kind: 'opaque', text: 'Record<string, string>' } },
        { name: '{ name }', type: { kind: 'opaque', text: 'User' } },
        { name: 'id', type: { kind: 'integer' } },
      ],
    },
  },
};
