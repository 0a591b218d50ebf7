CREATE TABLE "seen_cars" (
	"charge_point_id" text NOT NULL,
	"connector_id" integer NOT NULL,
	"tag" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_cars_charge_point_id_connector_id_pk" PRIMARY KEY("charge_point_id","connector_id")
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "autocharge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "id_tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "is_car" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seen_cars" ADD CONSTRAINT "seen_cars_charge_point_id_charge_points_id_fk" FOREIGN KEY ("charge_point_id") REFERENCES "public"."charge_points"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "id_tags_user" ON "id_tags" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "id_tags" ADD CONSTRAINT "id_tags_id_unique" UNIQUE("id");