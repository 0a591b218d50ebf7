CREATE TABLE "disputes" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"cents" bigint NOT NULL,
	"transfers" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
