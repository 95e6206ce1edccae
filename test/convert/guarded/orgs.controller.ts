import { Body, Controller, Param, Post, Query, UseGuards } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { Callback, PermissionGuard, RequirePermission, RestRequest } from 'nestjs-rest-routes';
import { BodyOrgGuard, Protected, ProtectedController, QueryOrgGuard } from './guards.js';

export class OrgDto {
  @IsOptional()
  @IsString()
  org?: string;
}

@Controller('orgs')
export class OrgsController {
  @Post('query')
  @UseGuards(QueryOrgGuard)
  byQuery(@Query('org') org?: string) {
    return { org };
  }

  @Post('body')
  @UseGuards(BodyOrgGuard)
  byBody(@Body('org') org?: string) {
    return { org };
  }

  @Post('whole-query')
  @UseGuards(QueryOrgGuard)
  byWholeQuery(@Query() dto: OrgDto) {
    return { org: dto.org };
  }

  @Post('whole-body')
  @UseGuards(BodyOrgGuard)
  byWholeBody(@Body() dto: OrgDto) {
    return { org: dto.org };
  }

  @Post('decorated/:id')
  @Protected()
  decorated(@Param('id') id: string, @Query('org') org?: string) {
    return { id, org };
  }

  @Post('permitted')
  @UseGuards(PermissionGuard)
  @RequirePermission(new Callback(OrgsController.isOwn))
  permitted(@Query('org') org?: string) {
    return { org };
  }

  static isOwn(request: RestRequest): boolean {
    const { org } = request.query;
    return org === undefined || org === request.get('x-org');
  }

  @Post('denied')
  @UseGuards(PermissionGuard)
  denied() {
    return { denied: false };
  }
}

@Controller('inherited')
export class InheritedController extends ProtectedController {
  @Post()
  inherited(@Query('org') org?: string) {
    return { org };
  }
}
