import { Callback, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { PermissionHelper, Permissions } from '../shared/permissions.js';

@RestController('v1', '/subjects')
export class Subject extends Permissions {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(Subject.mayRemove))
  list(id: int) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
  staticMethods: {
    mayRemove: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'helper', type: { kind: 'class', name: 'PermissionHelper' } },
      ],
      returns: { kind: 'boolean' },
    },
  },
};

export const references = () => ({ PermissionHelper });
