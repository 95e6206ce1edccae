import { Body, Controller, HttpException, Post, UsePipes, ValidationPipe } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

/** Who registers is not an administrator: only the group `admin` has a rule for that. */
export class RegisterDto {
  @IsString({ always: true })
  name!: string;

  @IsOptional({ groups: ['admin'] })
  @IsBoolean({ groups: ['admin'] })
  isAdmin?: boolean;
}

export class PlainDto {
  @IsString()
  title!: string;
}

export class CountDto {
  @IsInt()
  count!: number;
}

export class PartDto {
  @IsString()
  text!: string;
}

export class NestedDto {
  @ValidateNested({ each: true })
  @Type(() => PartDto)
  parts!: PartDto[];
}

const AS_USER = { transform: true, whitelist: true, groups: ['user'] };

@Controller('users')
export class UsersController {
  @Post('register')
  @UsePipes(new ValidationPipe(AS_USER))
  register(@Body() dto: RegisterDto) {
    return dto;
  }

  @Post('register-parameter')
  registerParameter(
    @Body(new ValidationPipe({ whitelist: true, groups: ['user'] })) dto: RegisterDto,
  ) {
    return dto;
  }

  @Post('count')
  @UsePipes(
    new ValidationPipe({ transform: true, transformOptions: { enableImplicitConversion: true } }),
  )
  count(@Body() dto: CountDto) {
    return dto;
  }

  @Post('strict')
  @UsePipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }))
  strict(@Body() dto: PlainDto) {
    return dto;
  }

  @Post('strict-nested')
  @UsePipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }))
  strictNested(@Body() dto: NestedDto) {
    return dto;
  }

  @Post('teapot')
  @UsePipes(new ValidationPipe({ exceptionFactory: () => new HttpException('No.', 418) }))
  teapot(@Body() dto: PlainDto) {
    return dto;
  }

  @Post('plain')
  plain(@Body() dto: PlainDto) {
    return dto;
  }

  @Post('nested')
  nested(@Body() dto: NestedDto) {
    return dto;
  }
}
