CREATE TABLE "operators" (
	"user_id" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "next_secret_hash" text;--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "security_profile" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;